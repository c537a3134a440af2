# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# help.sh - the help text of scripts/bisect.

help_bisect()
{
	cat <<-'END'
		Usage: scripts/bisect --recipe R --kernels FIRST..LAST|A,B,... [--log FILE]
		       scripts/bisect --resume FILE
		       git bisect run scripts/bisect step --recipe R
		       scripts/bisect step --here --recipe R
		       scripts/bisect baseline --recipe R --metric M --baseline FILE

		Finds the kernel, or the commit, with which the regression came that a recipe shows.

		Without `step`: among ready-made kernels, in guests. Both ends are measured first.
		  --recipe R        a name of `cgpong list --recipes`, or a file
		  --kernels LIST    comma-separated, oldest first: a version or the beginning of one (7.0: the newest 7.0
		                    that can be had), a range (7.0..7.2: every release from the first 7.0 to the last
		                    7.2), or whatever else `scripts/lab run --kernel` takes
		  --log FILE        what was measured (default: cgpong-bisect.log; one of an earlier search is renamed)
		  --resume FILE     go on with the search of that log; what is in it is not measured again

		`step` judges one kernel: the commit that is checked out, in a guest, or the one that runs.
		  --recipe R        as above
		  --tree DIR        the kernel tree (default: the working directory); it stays as it is. If git bisects
		                    in it, both ends are measured first, unless the log has them
		  --trust-ends      do not measure them
		  --here            judge the running kernel instead, without a guest (as root)
		  --log FILE        where a line is added (default: cgpong-bisect.log in the tree's git directory;
		                    with --here in the working directory)

		By time, where no count tells: the recipe's workload is run, and the old end is the baseline.
		  --metric M        ops_per_sec, or ops_per_cpu_sec (default: none, the recipe's own signal)
		  --max-slowdown P% regressed is what loses more than that (default: half-way between the ends;
		                    with --here 5%)
		  --runs N          at most so many runs of a kernel, each in a boot of its own, 8 to 60 (default: 12)
		  --baseline FILE   of step --here: runs of the good kernel, which `baseline` measures and adds to it

		All:
		  --programs DIR    where our programs are (default: build-static/bin; for what runs here also build/bin)
		  --timeout SECONDS how long one kernel may take from power-on to verdict, by time one run (default: 180)
		  -h, --help        this text

		Environment:
		  CGPONG_LAB        the program to use instead of scripts/lab

		Exit: 0 found, or the baseline is written; 1 not to be found (the ends do not differ, the lab cannot
		run); 64 usage; 130, 143 SIGINT, SIGTERM.
		Exit of step: 0 healthy; 1 regressed; 125 cannot be told (does not build, does not boot, crashes,
		hangs, is too noisy, is skipped); 129 nothing can be judged here (the ends do not differ, wrong
		usage, a missing tool or program), at which git bisect stops and can be gone on with; 130, 143 SIGINT,
		SIGTERM.
	END
}
