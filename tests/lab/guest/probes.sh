# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# probes.sh - counts repeated, counts beside somebody else's probes and beside other runs, what is left in
# tracefs after each kind of end, and where counting is not possible.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

tracing=/sys/kernel/tracing

# left NAME: what a run could have left in tracefs
left()
{
	{
		ls $tracing/instances
		cat $tracing/kprobe_events
		cat $tracing/events/mine/charge/enable $tracing/instances/mine/events/mine/charge/enable
		cat $tracing/instances/mine/tracing_on
	} >"/out/left.$1"
}

# foreign_hits: how often somebody else's probe was hit
foreign_hits()
{
	awk '$1 == "charge" { print $2 }' $tracing/kprobe_profile
}

# counting NAME WORKLOAD [OPTION]...: starts a run and returns when it counts; sets parent.
counting()
{
	local name=$1 workload=$2

	shift 2
	: >"/out/$name.err"
	"cgpong-$workload" -d 10ms -r 1 -w 0s --count --progress=always -g leaf -o "/out/$name.json" "$@" \
		>"/out/$name.out" 2>"/out/$name.err" &
	parent=$!
	until grep -q 'counting' "/out/$name.err"; do
		kill -0 "$parent" || break
		sleep 0.05
	done
}

# Somebody else probes two of the functions that we do, in an instance of their own, all the time.
echo 'p:mine/charge try_charge_memcg' >>$tracing/kprobe_events
echo 'p:mine/walk page_counter_try_charge' >>$tracing/kprobe_events
mkdir $tracing/instances/mine
echo 1 >$tracing/instances/mine/events/mine/charge/enable
left before
foreign_hits >/out/foreign.before

# Five contexts in each of two runs; what a busy machine makes of TCP's timers is kept out on one CPU.
for i in 1 2; do
	for workload in tcp-rr mq-pingpong; do
		try repeat-$workload-$i cgpong-$workload -d 10ms -r 1 -w 0s --count -p same-cpu \
			-g leaf,leaf,leaf,leaf,leaf -o /out/repeat-$workload-$i.json
	done
	left run-$i
done
foreign_hits >/out/foreign.after

try profile cgpong-tcp-rr -d 500ms -r 1 -w 0s --no-count --profile -g root,leaf -p same-cpu -o /out/profile.json
left profile

# Signals while probes are on. An op of null is a nanosecond or so.
for signal in INT TERM HUP; do
	counting signal-$signal null --count-ops 1000000000
	kill -"$signal" "$parent"
	wait "$parent"
	echo $? >/out/signal-$signal.rc
	left signal-$signal
done

counting killed null --count-ops 1000000000
kill -9 "$parent"
wait "$parent"
ls $tracing/instances >/out/killed.instances
grep -c cgpong $tracing/kprobe_events >/out/killed.events
try after-killed cgpong-null -d 10ms -r 1 -w 0s --count --count-ops 10 -o /out/after-killed.json
left killed

# One counts for long while another begins, counts and ends.
counting two-long null --count-ops 1000000000
try two-short cgpong-mq-pingpong -d 10ms -r 1 -w 0s --count --count-ops 300 -g leaf -o /out/two-short.json
wait "$parent"
echo $? >/out/two-long.rc
left two

# Two that start together.
cgpong-tcp-rr -d 10ms -r 1 -w 0s --count --count-ops 300 -g leaf -p same-cpu \
	-o /out/both-a.json >/out/both-a.out 2>/out/both-a.err &
parent=$!
try both-b cgpong-mq-pingpong -d 10ms -r 1 -w 0s --count --count-ops 300 -g leaf -o /out/both-b.json
wait "$parent"
echo $? >/out/both-a.rc
left both

# Alone, and beside somebody who charges without a pause, and has no probes that would tell of him.
try alone cgpong-tcp-rr -d 500ms -r 3 -w 100ms --count --count-ops 1000 -g root,leaf -o /out/alone.json
begin busy page-fault -g leaf --size 1M
try noisy cgpong-tcp-rr -d 10ms -r 1 -w 0s --count --count-ops 300 -g leaf -o /out/noisy.json
end busy

rmdir $tracing/instances/mine
echo '-:mine/charge' >>$tracing/kprobe_events
echo '-:mine/walk' >>$tracing/kprobe_events

# Where probes do not count
chmod 777 /out
try nobody su nobody -s /bin/sh -c 'cgpong-null -d 10ms -r 2 -w 0s -o /out/nobody.json'
echo 0 >/proc/sys/kernel/ftrace_enabled
pong disabled null
echo 1 >/proc/sys/kernel/ftrace_enabled
mount -o remount,ro $tracing
pong read-only null
mount -o remount,rw $tracing
mount -t securityfs securityfs /sys/kernel/security
echo confidentiality >/sys/kernel/security/lockdown
pong locked-later null --profile
umount $tracing
pong unmounted null
pong unmounted-count null --count --profile
exit 0
