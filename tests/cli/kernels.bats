#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# `scripts/lab fetch` and `kernels` on a cache made up here, without a network.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
lab=$tree/scripts/lab

setup() {
	export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
	cache=$XDG_CACHE_HOME/cgpong
	mkdir -p "$cache/apt"
	: >"$cache/apt/sources"
	: >"$cache/apt/index"
	cached 6.1.0-57-cloud-amd64 6.1.192-3
	cached 6.12.9+deb12-cloud-amd64 6.12.9-1~bpo12+1
	cached 6.12.100+deb12-cloud-amd64 6.12.100-1~deb12u1
	cached 7.0.4+deb13-cloud-amd64 7.0.4-1~bpo13+1
	cached 7.0.13+deb13-cloud-amd64 7.0.13-1~bpo13+1
	cached 7.2.12+deb13-cloud-amd64 7.2.12-1~bpo13+1
	cached 7.2.12+deb14-cloud-amd64 7.2.12-1
}

# cached RELEASE VERSION
cached() {
	mkdir -p "$cache/kernels/$1"
	: >"$cache/kernels/$1/vmlinuz"
	echo "$2" >"$cache/kernels/$1/package"
}

# fetched SPEC RELEASE... - these and no others, in this order.
fetched() {
	run --separate-stderr "$lab" fetch "$1"
	echo "$1: $status: $output, $stderr"
	[[ $status == 0 && -z $stderr && $output == "$(printf '%s-cloud-amd64\n' "${@:2}")" ]]
}

@test "the beginning of a version is its newest" {
	fetched 6.12 6.12.100+deb12
	fetched 7.0.4 7.0.4+deb13
	fetched 7 7.2.12+deb14
	fetched 6.1.0-57 6.1.0-57
}

@test "between two series: the newest of each" {
	fetched 6.1..7.2 6.1.0-57 6.12.100+deb12 7.0.13+deb13 7.2.12+deb14
	fetched 6.2..7.0 6.12.100+deb12 7.0.13+deb13
	fetched 7.0..7.1 7.0.13+deb13
}

@test "between two versions: each one" {
	fetched 6.12.9..7.0.13 6.12.9+deb12 6.12.100+deb12 7.0.4+deb13 7.0.13+deb13
	fetched 6.12.10..7.0 6.12.100+deb12 7.0.4+deb13 7.0.13+deb13
	fetched 7.2.12..7.2.12 7.2.12+deb14
}

@test "a range with nothing in it, or that is none" {
	local range
	for range in 5.0..5.9 7.2..7.0 7.0.5..7.0.12; do
		run --separate-stderr "$lab" fetch $range
		[[ $status == 1 && -z $output && $stderr == *"no kernel from"* ]]
	done
	for range in 7.0.. ..7.0 7.0...7.2 7.0..latest 7.0..7.x 7.0..7.1..7.2; do
		run --separate-stderr "$lab" fetch $range
		echo "$range: $status: $stderr"
		[[ $status == 64 && -z $output ]]
	done
}

@test "kernels lists what is cached, offered and built, oldest first" {
	mkdir -p "$cache/kernels/6.1.0-57-cloud-amd64/modules" "$cache/builds/7.2.13-1-onestock+trim" \
		"$cache"/builds/{6.12.117-1,7.2.13-1-trim} "$cache"/builds/trees/{6.12.117-1,7.2.13-1}/.cgpong
	: >"$cache/kernels/6.1.0-57-cloud-amd64/modules/sctp.ko"
	touch "$cache"/builds/{6.12.117-1,7.2.13-1-trim,7.2.13-1-onestock+trim}/vmlinux
	echo 6.12.117-1 >"$cache/builds/trees/6.12.117-1/.cgpong/package"
	echo 7.2.13-1 >"$cache/builds/trees/7.2.13-1/.cgpong/package"
	echo 7.3.4+deb13-cloud-amd64 7.3.4-1~bpo13+1 yes 36522484 linux-binary-7.3.4 >"$cache/apt/index"
	run -0 --separate-stderr "$lab" kernels
	[[ $(tr -s ' ' <<<"$output") == "RELEASE VERSION SCTP CACHED MB
6.1.0-57-cloud-amd64 6.1.192-3 yes yes -
6.12.9+deb12-cloud-amd64 6.12.9-1~bpo12+1 no yes -
6.12.100+deb12-cloud-amd64 6.12.100-1~deb12u1 no yes -
build@6.12.117-1 6.12.117-1 yes yes -
7.0.4+deb13-cloud-amd64 7.0.4-1~bpo13+1 no yes -
7.0.13+deb13-cloud-amd64 7.0.13-1~bpo13+1 no yes -
7.2.12+deb13-cloud-amd64 7.2.12-1~bpo13+1 no yes -
7.2.12+deb14-cloud-amd64 7.2.12-1 no yes -
build:onestock+trim 7.2.13-1 yes yes -
build:trim 7.2.13-1 yes yes -
7.3.4+deb13-cloud-amd64 7.3.4-1~bpo13+1 yes no 37" ]]
}
