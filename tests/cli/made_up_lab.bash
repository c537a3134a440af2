# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# made_up_lab.bash - kernels made up in a cache of their own, and a QEMU that does what is written in them.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
lab=$tree/scripts/lab

make_lab() {
	local tool
	for tool in python3 busybox cpio; do
		type -P $tool >/dev/null || skip "needs $tool"
	done
	! ldd "$(type -P busybox)" >/dev/null 2>&1 || skip "needs a static busybox"
	cd "$BATS_TEST_TMPDIR" || return
	export XDG_CACHE_HOME=$PWD/cache BOOTS=$PWD/boots PATH=$PWD/bin:$PATH
	cache=$XDG_CACHE_HOME/cgpong
	mkdir -p "$cache/apt" bin programs
	: >"$cache/apt/sources"
	: >"$cache/apt/index"
	: >boots
	printf '#!/bin/sh\necho cgpong 1.2.3\n' >programs/cgpong
	cp "$BATS_TEST_DIRNAME/../data/qemu" bin/qemu-system-x86_64
	chmod +x programs/cgpong bin/qemu-system-x86_64
}

# kernel VERSION WHAT - a cached one, on which the QEMU does WHAT (see data/qemu).
kernel() {
	mkdir -p "$cache/kernels/$1-cloud-amd64"
	echo "$2" >"$cache/kernels/$1-cloud-amd64/vmlinuz"
	echo "$1-1" >"$cache/kernels/$1-cloud-amd64/package"
}

history() {
	run --separate-stderr "$lab" history --programs programs "$@"
	echo "$status: $output, $stderr"
}

# booted N - that many guests since the last time.
booted() {
	[[ $(wc -l <boots) == "$1" ]] || {
		cat boots
		false
	}
	: >boots
}

# table LINE... - this was printed, runs of spaces aside.
table() {
	diff <(printf '%s\n' "$@") <(tr -s ' ' <<<"$output")
}
