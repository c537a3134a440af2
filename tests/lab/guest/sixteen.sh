# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# sixteen.sh - what counting costs on 16 CPUs: descriptors, and time.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

# fds NAME WORKLOAD [OPTION]...: the descriptors of the parent in the middle of a run
fds()
{
	local name=$1 workload=$2

	shift 2
	: >"/out/$name.err"
	"cgpong-$workload" --progress=always -g leaf "$@" >"/out/$name.out" 2>"/out/$name.err" &
	until grep -q 'counting\|round 1' "/out/$name.err"; do
		kill -0 $! || break
		sleep 0.05
	done
	find /proc/$!/fd -mindepth 1 | wc -l >"/out/$name.fds"
	kill $!
	wait $!
}

fds timed null --no-count -d 60s -w 0s
fds counted null --count -i 1 -r 1 -w 0s --count-ops 1000000000

# How fast this guest is: the symbols alone, which are read once for a run.
for _ in 1 2 3; do
	start=$(hundredths)
	cat /proc/kallsyms >/dev/null
	echo $(($(hundredths) - start))
done >/out/speed
# From the start to the first thing a run says, when its probes are there.
for _ in 1 2 3; do
	: >/tmp/err
	start=$(hundredths)
	cgpong-null -q --count --progress=always -i 1 -r 1 -w 0s --count-ops 10 >/tmp/out 2>/tmp/err &
	until grep -q creating /tmp/err; do
		sleep 0.02
	done
	echo $(($(hundredths) - start))
	wait $!
done >/out/cost
pong all mq-pingpong -n 100% --count --count-ops 100
exit 0
