# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
# common.sh - what quickstart and check have in common: packages and builds. Sourced.

tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(gcc cmake ninja-build pkg-config libc6-dev libnuma-dev liburing-dev libsctp-dev
	libjansson-dev python3)
lab_packages=(qemu-system-x86 busybox-static cpio xz-utils zstd kmod python3 ca-certificates)
package_packages=(dpkg-dev file gzip)
fuzz_packages=(clang-14 libclang-rt-14-dev)
# A cluster for the tests of the lab's histories on many machines.
slurm_packages=(munge slurmctld slurmd slurm-client)
# To build guest kernels, or (the tests) a toy one.
kernel_packages=(make flex bison bc libelf-dev perl rsync)
test_packages=(libcmocka-dev bats shellcheck clang-format cppcheck strace util-linux procps
	valgrind git flake8 clang-tidy-14 mandoc man-db bash-completion gnuplot-nox chromium
	debootstrap bubblewrap lintian)

say() {
	printf '== %s\n' "$*" >&2
}

# need_packages NAME...: install those that are missing, or, without root, say how.
# Returns 1 if some are still missing.
need_packages() {
	local missing=() name
	for name in "$@"; do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] ||
			missing+=("$name")
	done
	((${#missing[@]})) || return 0
	if ((EUID != 0)); then
		say "missing, going on with what is possible: apt-get install ${missing[*]}"
		return 1
	fi
	say "installing ${missing[*]}"
	# Lists may be old or absent on a fresh machine: refresh them once if the first try fails.
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1 ||
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends \
			"${missing[@]}" >/dev/null; }
}

# need_daemons NAME...: the same for daemons of which the tests start their own. The service that comes with
# one is neither started nor enabled; one that was here before stays as it is.
need_daemons() (
	policy=/usr/sbin/policy-rc.d new=()
	for name in "$@"; do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] ||
			new+=("$name")
	done
	if ((EUID == 0 && ${#new[@]})) && [[ ! -e $policy ]]; then
		trap 'rm -f "$policy"' EXIT
		printf '#!/bin/sh\nexit 101\n' >"$policy"
		chmod 755 "$policy"
	fi
	need_packages "$@" || exit 1
	for name in "${new[@]}"; do
		[[ ! -e /etc/init.d/$name ]] || update-rc.d "$name" disable
	done
)

# build DIRECTORY [CMAKE-OPTION...]: configure and build, quiet unless it fails.
build() {
	local directory=$1 log
	shift
	log=$(mktemp)
	if ! { cmake -S "$tree" -B "$directory" -G Ninja "$@" && cmake --build "$directory"; } \
		>"$log" 2>&1; then
		grep -E 'error|FAILED|CMake Error' -A 5 "$log" >&2 || tail -n 40 "$log" >&2
		rm -f "$log"
		say "the build in $directory failed"
		return 1
	fi
	rm -f "$log"
}
