#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # tree, results: common.bash
#
# build.bats - the built kernel is healthy, and every fault shows where its file says, as it was worked out
# from the kernel's source and measured by other means. Takes the kernels from the cache as they are there;
# with CGPONG_FULL=1 it builds them, which takes some 15 minutes the first time.

load common

faults="batch16 chargeroot filelock nostock objdrain objstock1 onestock statwalk trim unbatched"

# boot_build GUEST [FAULT]
boot_build()
{
	if [ -z "${CGPONG_FULL:-}" ] &&
		! "$tree/scripts/lab" build --cached ${2:+--fault "$2"} >/dev/null 2>&1; then
		mkdir -p "$BATS_FILE_TMPDIR/$1"
		echo "not in the cache: scripts/lab build ${2:+--fault $2}" >"$BATS_FILE_TMPDIR/$1/skip"
		return
	fi
	boot "$1" faults --kernel "build${2:+:$2}" --nodes 2
}

setup_file()
{
	local fault

	boot_build healthy
	for fault in $faults; do
		boot_build "$fault" "$fault"
	done
}

@test "every fault has its test here" {
	local file

	for file in "$tree"/scripts/faults/*; do
		[[ " $faults " == *" ${file##*/} "* ]]
	done
}

@test "the version says what was built" {
	from healthy
	[[ $(<"$results/uname") == *"-cgpong #1 SMP"* ]]
	from trim
	[[ $(<"$results/uname") == *"-cgpong #1-trim SMP"* ]]
}

@test "healthy: none of it shows but the regression that the release has" {
	from healthy
	holds mq 'per_op("leaf", "objcg_drain") < 0.1'
	holds sctp 'per_op("leaf", "uncharge_walk") < 0.1'
	holds unix 'near(per_op("leaf", "charge_walk"), 0.26, 0.05) and near(per_op("leaf", "uncharge_walk"), 4.03)'
	holds tcp 'near(per_op("leaf", "uncharge_walk"), 1.0)'
	holds fault 'per_op("root", "charge") < 0.1 and per_op("leaf", "charge_walk") < 0.1'
	holds deep 'near(per_op("leaf", "stat_update"), per_op("deep:8", "stat_update"))'
	holds ring 'per_op("siblings:2", "charge_walk") < 0.1'
	holds lock 'per_op("leaf", "slab_charge") < 0.1'
}

# Each of the two calls allocates the lock and two more, in case it splits an old one.
@test "filelock: locks are charged" {
	from filelock
	holds lock 'near(per_op("leaf", "slab_charge"), 6)'
}

# Each message is freed on the other node: there and back, at the allocation and at the free.
@test "objstock1: two objects of two nodes empty the one slot for each other" {
	from objstock1
	holds mq 'near(per_op("leaf", "objcg_drain"), 4)'
}

@test "unbatched: each uncharge of a socket and of a kernel page walks the hierarchy" {
	from unbatched
	holds sctp 'near(per_op("leaf", "uncharge_walk"), per_op("leaf", "sock_uncharge"))'
	holds unix 'near(per_op("leaf", "uncharge_walk"), 5.42)'
}

@test "trim: the stock is no longer emptied each round" {
	from trim
	holds tcp 'per_op("leaf", "uncharge_walk") < 0.1 and per_op("leaf", "charge_walk") < 0.1'
}

@test "chargeroot: pages in the root cgroup are charged as in a leaf" {
	from chargeroot
	holds fault 'per_op("root", "charge") > 0.9'
	holds fault 'near(per_op("root", "charge"), per_op("leaf", "charge"))'
}

@test "nostock: each charge walks the hierarchy" {
	from nostock
	holds fault 'per_op("leaf", "charge") > 0.9'
	holds fault 'near(per_op("leaf", "charge_walk"), per_op("leaf", "charge"))'
}

@test "onestock: two cgroups on one CPU drain the stock at each hop" {
	from onestock
	holds ring 'near(per_op("siblings:2", "charge_walk"), 1) and near(per_op("siblings:2", "stock_drain"), 1)'
}

@test "batch16: four times as many charges miss the stock" {
	from batch16
	holds unix 'near(per_op("leaf", "charge_walk"), 4 * 0.26)'
}

@test "objdrain: each refill of the object stock drains it" {
	from objdrain
	holds mq 'per_op("leaf", "objcg_refill") > 1.9'
	holds mq 'near(per_op("leaf", "objcg_drain"), per_op("leaf", "objcg_refill"))'
}

# Some five updates a page, and seven levels more in deep:8 than in leaf.
@test "statwalk: an update of a statistic is told to every ancestor" {
	from statwalk
	holds deep 'per_op("deep:8", "stat_update") - per_op("leaf", "stat_update") > 7 * 4'
}
