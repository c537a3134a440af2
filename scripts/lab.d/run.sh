# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# run.sh - `lab run`: its options, and the run from the kernel to the exit code.

# number TEXT MAX OPTION
number()
{
	[[ $1 =~ ^[1-9][0-9]{0,8}$ ]] && [ "$1" -le "$2" ] || usage "run: $3: '$1' is not a number from 1 to $2"
}

# Sets the opt_ variables and command.
parse_run()
{
	opt_kernel=$kernel_default opt_nodes='' opt_cpus='' opt_mem='' opt_spec='' opt_threads=1
	opt_accel='' opt_append='' opt_v1='' opt_programs='' opt_out='' opt_timeout=120
	opt_add=() opt_qemu=() command=()
	while [ $# -gt 0 ]; do
		case $1 in
		-h | --help)
			help_run
			exit 0
			;;
		--)
			shift
			command=("$@")
			break
			;;
		--v1)
			opt_v1=yes
			;;
		--smt)
			opt_threads=2
			;;
		--*=*)
			set -- "${1%%=*}" "${1#*=}" "${@:2}"
			continue
			;;
		--kernel | --nodes | --cpus | --mem | --node-spec | --accel | --append | --programs | --out | \
			--timeout | --add | --qemu-arg)
			[ $# -ge 2 ] || usage "run: $1 needs a value"
			set_option "$1" "$2"
			shift
			;;
		*)
			usage "run: unknown option '$1'; COMMAND comes after --"
			;;
		esac
		shift
	done
	[ ${#command[@]} -gt 0 ] || usage "run: there is no command: put it after --"
}

# set_option NAME VALUE
set_option()
{
	case $1 in
	--kernel) opt_kernel=$2 ;;
	--nodes) number "$2" 64 "$1" && opt_nodes=$2 ;;
	--cpus) number "$2" 255 "$1" && opt_cpus=$2 ;;
	--mem) opt_mem=$2 ;;
	--node-spec)
		[ -n "$2" ] || usage "run: --node-spec is empty"
		opt_spec=$2
		;;
	--accel)
		[[ $2 == kvm || $2 == tcg ]] || usage "run: --accel: '$2' is neither kvm nor tcg"
		opt_accel=$2
		;;
	--append) opt_append=$2 ;;
	--programs)
		[ -d "$2" ] || usage "run: --programs: '$2' is not a directory"
		opt_programs=$2
		;;
	--out)
		[ -n "$2" ] || usage "run: --out needs a directory"
		opt_out=$2
		;;
	--timeout) number "$2" 86400 "$1" && opt_timeout=$2 ;;
	--add) opt_add+=("$2") ;;
	--qemu-arg) opt_qemu+=("$2") ;;
	esac
}

# Sets node_cpus and node_mem, and by machine_args machine.
choose_machine()
{
	local nodes=${opt_nodes:-1} cpus=$opt_cpus

	node_cpus=() node_mem=()
	if [ -n "$opt_spec" ]; then
		[ -z "$opt_nodes$opt_cpus$opt_mem" ] ||
			usage "run: --node-spec says it all: leave out --nodes, --cpus and --mem"
		parse_node_spec "$opt_spec"
	else
		[ -n "$cpus" ] || cpus=$((nodes > 2 ? nodes : 2))
		parse_size "${opt_mem:-1G}" --mem
		divide "$nodes" "$cpus" "$mib"
	fi
	machine_args "$opt_threads"
}

# kernel_of_tree DIR: the uncompressed kernel boots faster, but QEMU needs the PVH entry for it.
kernel_of_tree()
{
	kernel=$1/arch/x86/boot/bzImage
	if [ -e "$1/vmlinux" ] && grep -qx 'CONFIG_PVH=y' "$1/.config" 2>/dev/null; then
		kernel=$1/vmlinux
	fi
	[ -e "$kernel" ] || die "$1 has no built kernel: run make bzImage (or make vmlinux with CONFIG_PVH=y) there"
	unpack_modules "$1" "$work/modules" || die "the modules of $1 could not be read"
	modules=$work/modules
}

# choose_kernel K: sets kernel (a file) and modules (a directory, perhaps not there).
choose_kernel()
{
	if [[ $1 =~ ^build(@[^:]+)?(:[^:]*)?$ ]]; then
		build_by_name "$1"
		kernel=$builds/$result/vmlinux
		modules=$builds/$result/modules
	elif [ -d "$1" ]; then
		kernel_of_tree "${1%/}"
	elif [ -e "$1" ] || [[ $1 == */* ]]; then
		[ -f "$1" ] && [ -r "$1" ] || die "the kernel '$1' is not a file that can be read"
		kernel=$1
		modules=$(dirname "$1")/modules
	else
		[[ $1 =~ ^(latest|[0-9][A-Za-z0-9.+~-]*)$ ]] ||
			usage "run: --kernel: '$1' is neither a file nor a kernel version nor build[:FAULT]"
		[ "$1" != latest ] && pick_cached "$1" || fetch_kernel "$1"
		kernel=$cache/kernels/$release/vmlinuz
		modules=$cache/kernels/$release/modules
	fi
}

choose_programs()
{
	programs=${opt_programs:-$tree/build-static/bin}
	[ -d "$programs" ] || [[ ${command[0]} != cgpong* ]] ||
		die "there are no static programs in $programs: build them, or give --programs"
}

# Sets accel.
choose_accel()
{
	if [ -z "$opt_accel" ]; then
		opt_accel=tcg
		! kvm_boots || opt_accel=kvm
	fi
	accel_args "$opt_accel" "$opt_threads"
}

make_initramfs()
{
	local root=$work/root file

	mkdir -p "$root/lab"
	add_modules "$modules" "$root"
	add_programs "$programs" "$root"
	add_data "$root"
	for file in "${opt_add[@]}"; do
		add_file "$file" "$root"
	done
	[ -z "$opt_v1" ] || : >"$root/lab/v1"
	[ -z "$opt_out" ] || : >"$root/lab/out"
	add_command "$root" "${command[@]}"
	join_initramfs "$root" "$work/initramfs"
}

# run_guest: boots, and passes on what the command writes as it comes. Sets lost: an output that could
# not be written to the end. A reader that has had enough (| head) is not an error.
run_guest()
{
	local dir=$work/guest followers=() pid

	guest_start "$dir" "$opt_timeout" "$work/initramfs" "${accel[@]}" "${machine[@]}" \
		-append "console=ttyS0 earlyprintk=serial,ttyS0,115200 $kernel_args $opt_append" "${opt_qemu[@]}"
	"${with_us[@]}" tail -f -s 0.05 -c +1 --pid="$guest_pid" "$dir/stdout" &
	followers+=($!)
	"${with_us[@]}" tail -f -s 0.05 -c +1 --pid="$guest_pid" "$dir/stderr" >&2 &
	followers+=($!)
	guest_wait
	lost=
	for pid in "${followers[@]}"; do
		wait "$pid"
		case $? in
		0 | 141) ;;
		*) lost=yes ;;
		esac
	done
}

lab_run()
{
	parse_run "$@"
	choose_machine
	choose_programs
	need qemu-system-x86_64 qemu-system-x86 timeout coreutils md5sum coreutils setpriv util-linux
	[ -z "$opt_out" ] || { mkdir -p "$opt_out" 2>/dev/null && [ -w "$opt_out" ]; } ||
		die "--out: '$opt_out' is not a directory that can be written"
	make_work cgpong-lab
	chmod 755 "$work"
	choose_kernel "$opt_kernel"
	make_base
	choose_accel
	make_initramfs
	run_guest
	guest_read "$work/guest"
	guest_check_host "$work/guest" "$opt_timeout"
	if [ -z "$status" ]; then
		guest_complain "$work/guest" "$opt_timeout"
		exit 125
	fi
	[ -z "$opt_out" ] || guest_unpack "$work/guest" "$opt_out"
	[ -z "$lost" ] || die "the command's output could not be written to the end"
	exit "$status"
}
