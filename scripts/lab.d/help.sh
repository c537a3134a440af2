# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# help.sh - the help texts of scripts/lab.

help_lab()
{
	cat <<-'END'
		Usage: scripts/lab run [OPTION]... -- COMMAND [ARG]...
		       scripts/lab fetch [KERNEL]
		       scripts/lab kernels

		Boots a kernel in a guest and runs one command in it, without root.

		  run      boot a guest with our static programs and run COMMAND in it
		  fetch    get a Debian kernel into the cache and print its release
		  kernels  list the kernels that can be had now

		Each has its own --help. docs/lab.md tells more.
	END
}

help_fetch()
{
	cat <<-'END'
		Usage: scripts/lab fetch [KERNEL]

		Gets a Debian cloud kernel and the modules the lab needs into the cache and prints its release.
		KERNEL is a release (6.1.0-57-cloud-amd64), a version (7.1.3), the beginning of one (6.12: its
		newest), or "latest". Default: 6.1. The lists of what is offered are read at most once a day, or
		when KERNEL is not in them. What is in the cache already needs no network.

		  -h, --help  this text

		Environment:
		  XDG_CACHE_HOME     where cgpong/ with the cache is (default: ~/.cache)
		  CGPONG_LAB_MIRROR  the Debian mirror to use (default: the one of apt's own configuration)

		Exit: 0 it is in the cache, 1 it could not be had, 64 usage.
	END
}

help_kernels()
{
	cat <<-'END'
		Usage: scripts/lab kernels

		Lists the kernels that `fetch` and `run --kernel` can use now, oldest first: those in the cache and
		those the Debian suites offer. SCTP says whether the sctp module comes with it, MB what remains to be
		downloaded.

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
		                    or the directory of a built kernel (default: 6.1)
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
		are on standard error); 1 the guest could not be started; 64 usage; 130, 143 SIGINT, SIGTERM.
	END
}
