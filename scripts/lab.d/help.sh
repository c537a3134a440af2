# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154	# variables are shared among the parts of scripts/lab
# help.sh - the help texts of scripts/lab.

help_lab()
{
	cat <<-'END'
		Usage: scripts/lab run [OPTION]... -- COMMAND [ARG]...
		       scripts/lab fetch [KERNEL]
		       scripts/lab build [--source SOURCE] [--fault NAME]...
		       scripts/lab kernels
		       scripts/lab history [--recipe R]... [--boots N] [--out DIR] [KERNEL]...
		       scripts/lab matrix [--recipe R]... [--boots N] [--out DIR] [FAULT]...
		       scripts/lab cell FILE NUMBER

		Boots a kernel in a guest and runs one command in it, without root.

		  run      boot a guest with our static programs and run COMMAND in it
		  fetch    get Debian kernels into the cache and print their releases
		  build    build the small guest kernel, healthy or with a fault, and print its path
		  kernels  list the kernels that can be had now
		  history  run recipes on kernels: a table of verdicts
		  matrix   run recipes on faulty kernels: which recipe catches which fault
		  cell     measure one cell of a history or matrix, for schedulers (history --cells)

		Each has its own --help. docs/lab.md tells more.
	END
}

help_fetch()
{
	cat <<-'END'
		Usage: scripts/lab fetch [KERNEL]

		Gets a Debian cloud kernel and the modules the lab needs into the cache and prints its release.
		KERNEL is a release (6.1.0-57-cloud-amd64), a version (7.1.3), the beginning of one (6.12: its
		newest), "latest", or a range, of which each is got: 7.0..7.2 is the newest of each series,
		7.1.3..7.1.13 (or 7.0.13..7.1) every version. Default: 6.1. The lists of
		what is offered are read at most once a day, or when KERNEL is not in them. What is in the cache
		already needs no network.

		  -h, --help  this text

		Environment:
		  XDG_CACHE_HOME     where cgpong/ with the cache is (default: ~/.cache)
		  CGPONG_LAB_MIRROR  the Debian mirror to use (default: the one of apt's own configuration)

		Exit: 0 it is in the cache, 1 it could not be had, 64 usage.
	END
}

help_build()
{
	local file

	cat <<-'END'
		Usage: scripts/lab build [--source SOURCE [--commit REV]] [--fault NAME]... [--cached]

		Builds the small guest kernel and prints the path of its vmlinux. The first build of a source takes
		some 10 minutes of two CPUs and 3 GB of disk, each one after, with other faults, some 15
		seconds. What is built already is only printed. `run --kernel build:NAME+NAME` builds and boots the same.

		  --source SOURCE  a version of Debian's linux-source packages (7.2.13), the beginning of one (7.2: the
		                   newest in the cache, else of those offered), "latest", or the directory of a kernel
		                   tree, which is copied and stays as it is (default: 7.2, or the newest offered)
		  --commit REV     of a git tree given with --source, that commit instead of the files as they are
		  --fault NAME     plant a fault (default: none, a healthy kernel); may be repeated
		  --cached         build nothing, get nothing: fail when it is not built already
		  -h, --help       this text

		Faults:
	END
	for file in "$faults_dir"/*; do
		printf '  %-15s %s\n' "${file##*/}" "$(sed -n 's/^# Plants: //p' "$file")"
	done
	cat <<-'END'

		Environment: XDG_CACHE_HOME and CGPONG_LAB_MIRROR, see fetch.

		Exit: 0 it is built, 125 the source does not build, 1 nothing can be built here (a package is missing,
		a fault does not fit, the disk is full), 64 usage, 130, 143 SIGINT, SIGTERM.
	END
}

help_kernels()
{
	cat <<-'END'
		Usage: scripts/lab kernels

		Lists the kernels that `fetch` and `run --kernel` can use now, oldest first: those in the cache and
		those the Debian suites offer, and those built here. SCTP says whether
		the sctp module comes with it, MB what remains to be downloaded.

		  -h, --help  this text

		Exit: 0 listed, 1 there is nothing to list, 64 usage.
	END
}

help_run()
{
	cat <<-'END'
		Usage: scripts/lab run [OPTION]... -- COMMAND [ARG]...

		Boots a guest and runs COMMAND in it as root. Its standard output, standard error and exit code are
		ours. /usr/bin of the guest has our static programs, /bin has busybox (sh -c '...' works).

		Kernel:
		  --kernel K        a release or version (see fetch; got when not cached), a bzImage or vmlinux file,
		                    the directory of a built kernel, or build[@SOURCE][:FAULT[+FAULT]...]: the small
		                    kernel (see build; built when it is not) (default: 6.1)
		  --append ARGS     more kernel arguments
		  --v1              memory controller on cgroup v1, the rest on v2 in /sys/fs/cgroup/unified

		Machine:
		  --cpus N          CPUs, divided among the nodes (default: 2, or one a node)
		  --nodes N         NUMA nodes (default: 1)
		  --node-spec SPEC  one entry a node, in order: 'cpus=0-1,mem=512M;mem=256M;cpus=2-3'. Without mem the
		                    node has no memory, without cpus no CPU. Instead of --nodes, --cpus and --mem
		  --mem M           memory, with M or G (default: 1G)
		  --smt             two threads a core
		  --accel A         kvm or tcg (default: kvm where a trial boot of this kernel works)
		  --qemu-arg ARG    one more argument for QEMU; may be repeated

		Files:
		  --programs DIR    where our static programs are (default: build-static/bin)
		  --add FILE[:PATH] put a file or a directory into the guest (default PATH: /root/, where COMMAND
		                    starts); may be repeated
		  --out DIR         bring back what COMMAND leaves in /out of the guest

		  --timeout SECONDS how long the guest may take from power-on to power-off (default: 120)
		  -h, --help        this text

		Exit: that of COMMAND; 125 the guest did not boot, crashed or took too long (the last console lines
		are on standard error), or `build` does not; 1 the guest could not be started,
		or this machine ended it (a full disk, too little memory); 64 usage; 130, 143 SIGINT, SIGTERM.
	END
}
