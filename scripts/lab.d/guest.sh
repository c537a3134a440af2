# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# guest.sh - starts QEMU, and reads what came of it.
#
# Each of the guest's four serial ports is a file in a directory of the guest: console, stdout, stderr
# and control (lab.d/init says what is written there). A guest's word is its `exit` line; a guest that
# ends without one has failed, however QEMU ended.

# A panic ends the guest. On a busy host an emulated timer can come so late that the kernel's trial of it
# fails, and with it the boot.
kernel_args="panic=-1 no_timer_check"

with_us=(setpriv --pdeathsig KILL)	# a command that is not to outlive us

# guest_start DIR SECONDS INITRD QEMU_ARG...: boots $kernel; sets guest_pid. Killed with -9 we cannot end
# it: then timeout dies with us, and QEMU with timeout.
guest_start()
{
	local dir=$1 seconds=$2 initrd=$3

	shift 3
	mkdir -p "$dir"
	: >"$dir/stdout" && : >"$dir/stderr" && : >"$dir/control" && : >"$dir/console" ||
		die "$dir cannot be written: is the disk full?"
	"${with_us[@]}" timeout -k 5 "$seconds" "${with_us[@]}" qemu-system-x86_64 -machine q35 -nodefaults \
		-no-user-config -display none -no-reboot -serial "file:$dir/console" -serial "file:$dir/stdout" \
		-serial "file:$dir/stderr" -serial "file:$dir/control" -kernel "$kernel" \
		-initrd "$initrd" "$@" </dev/null >"$dir/qemu" 2>&1 &
	guest_pid=$! guest_seconds=$SECONDS
}

# Sets: qemu_status, and guest_seconds, how long it ran.
guest_wait()
{
	wait "$guest_pid" 2>/dev/null
	qemu_status=$?
	guest_pid='' guest_seconds=$((SECONDS - guest_seconds))
}

# guest_read DIR: sets ready (the command was started), failed (the guest's reason), status (the
# command's exit code, empty without one), and out_start and out_bytes (the packed /out, empty without).
guest_read()
{
	local line at=0

	ready='' failed='' status='' out_start='' out_bytes=''
	while IFS= read -r line; do
		at=$((at + ${#line} + 1))
		case $line in
		ready)
			ready=yes
			;;
		failed\ *)
			failed=${line#failed }
			;;
		exit\ *)
			status=${line#exit }
			;;
		out\ *)
			out_bytes=${line#out } out_start=$((at + 1))
			break
			;;
		esac
	done <"$1/control"
	[ -n "$out_bytes" ] || return 0
	line=$(tail -c "+$((out_start + out_bytes))" "$1/control" | tr -d '\0')
	[[ ! $line =~ ^exit\ ([0-9]+)$ ]] || status=${BASH_REMATCH[1]}
}

# guest_unpack DIR OUT: the guest's /out into OUT.
guest_unpack()
{
	[ -n "$out_bytes" ] || return 0
	tail -c "+$out_start" "$1/control" | head -c "$out_bytes" |
		tar -xzf - -C "$2" --no-same-owner ||
		die "the guest's files could not be unpacked into $2"
}

# last_words CONSOLE: its last 20 lines, and what they follow from, where the trace has pushed that out.
last_words()
{
	tr -d '\r\0' <"$1" | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' | awk '
		/Kernel panic|BUG: |Oops: |soft lockup|hard LOCKUP/ && !cause { cause = NR }
		{ line[NR] = $0 }
		END {
			first = NR > 20 ? NR - 19 : 1
			if (cause && cause < first)
				print line[cause] "\n..."
			for (i = first; i <= NR; i++)
				print line[i]
		}'
}

# guest_check_host DIR SECONDS: dies if it is this machine that is to blame, not the guest.
guest_check_host()
{
	check_disk "$1"
	case $qemu_status in
	0 | 124) ;;
	137)
		# timeout says so, too, of a QEMU that it has had to kill.
		[ "$guest_seconds" -ge "$2" ] || die "QEMU was killed, not by us: is there too little memory?"
		;;
	*)
		# A kernel too old for the way we boot is the kernel's matter.
		[ -n "$ready" ] || grep -q PVH "$1/qemu" ||
			die "QEMU failed with $qemu_status: $(tail -n 1 "$1/qemu")"
		;;
	esac
}

# guest_complain DIR SECONDS: says why there is no exit code.
guest_complain()
{
	if [ -n "$failed" ]; then
		note "$failed"
		return
	elif [ "$qemu_status" -eq 124 ] || [ "$qemu_status" -eq 137 ]; then
		note "the guest was still running after $2 s (--timeout)${ready:+, in the command}; its last words:"
	elif [ "$qemu_status" -ne 0 ]; then
		note "QEMU failed with $qemu_status: $(tail -n 1 "$1/qemu")"
	elif [ -z "$ready" ]; then
		note "the guest did not boot; its last words:"
	else
		note "the guest died before the command ended; its last words:"
	fi
	last_words "$1/console" >&2
}

# accel_args ACCEL THREADS: sets accel. The CPU is the fullest there is. An AMD one, which "max" is, tells
# the guest of its threads only with topoext, which emulation lacks and old kernels overlook.
accel_args()
{
	local cpu

	case $1 in
	kvm)
		cpu=host
		[ "$2" -eq 1 ] || ! grep -qw topoext /proc/cpuinfo || cpu+=,topoext=on
		accel=(-accel kvm -cpu "$cpu")
		;;
	tcg)
		cpu=max
		[ "$2" -eq 1 ] || cpu+=,vendor=GenuineIntel
		# One thread for all CPUs: with a thread for each, every wakeup from one to another waits until the
		# host has a CPU free, and a round trip on a busy host takes ten times as long. Boots faster, too.
		accel=(-accel "tcg,thread=single" -cpu "$cpu")
		;;
	esac
}

# kvm_boots: does this very kernel reach user space under KVM? The answer is kept until the machine is
# booted again. /dev/kvm being there says little: nested or emulated, it may refuse, crash or hang.
kvm_boots()
{
	local key verdict

	[ -r /dev/kvm ] && [ -w /dev/kvm ] || return 1
	key=$({
		cat /proc/sys/kernel/random/boot_id
		qemu-system-x86_64 --version
		stat -L -c '%d %i %s %Y' "$kernel"
	} | md5sum)
	verdict=$cache/lab/kvm-${key%% *}
	if [ ! -e "$verdict" ]; then
		find "$cache/lab" -name 'kvm-*' -mtime +7 -delete
		add_command "$work/trial" true
		join_initramfs "$work/trial" "$work/trial.cpio"
		accel_args kvm 1
		guest_start "$work/trial.d" 20 "$work/trial.cpio" "${accel[@]}" -m 512M -smp 2 \
			-append "console=ttyS0 $kernel_args"
		guest_wait
		guest_read "$work/trial.d"
		[ "$status" = 0 ] && echo yes >"$verdict" || echo no >"$verdict"
	fi
	[ "$(cat "$verdict")" = yes ]
}
