#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # results: from() of common.bash
#
# sctp.bats - round trips and streams over SCTP, which most machines have no module loaded for.

load common

setup_file()
{
	boot sctp sctp --nodes 2
	# Debian's 6.19 to 7.1 of trixie-backports come without modules.
	boot without sctp --kernel 7.1.13
}

@test "eight pairs at once, in both modes" {
	from sctp
	exits check 0
	for name in process threads; do
		holds $name 'r["instances"] == 8 and len(r["contexts"][0]["rounds"]) == 2'
		holds $name 'all(all(round["instance_ops"]) for round in r["contexts"][0]["rounds"])'
	done
}

@test "messages of the largest size, replies of another" {
	from sctp
	holds large 'all(round["ops"] > 0 for round in r["contexts"][0]["rounds"])'
	holds large 'r["options"]["size"] == 65536 and r["options"]["reply-size"] == 10240'
}

@test "without delay, in root and leaf; client and server in cgroups of their own; on one CPU" {
	from sctp
	holds nodelay 'r["options"]["nodelay"] is True and [len(c["rounds"]) for c in r["contexts"]] == [2, 2]'
	holds split 'workers("split", "group") == ["client", "server"]'
	holds same-cpu 'len(set(workers("leaf", "ran_on"))) == 1'
}

@test "rounds of exactly 100 round trips per pair" {
	from sctp
	holds ops '[round["instance_ops"] for round in r["contexts"][0]["rounds"]] == [[100, 100]] * 3'
}

@test "sctp-stream: a few charges a message, few walks" {
	from sctp
	holds stream '1.9 < per_op("leaf", "charge") < 5 and per_op("leaf", "uncharge_walk") < 1'
	holds stream 'largest("root", "slab_charge", "slab_uncharge") < 0.05'
}

@test "no association outlives its run" {
	from sctp
	[ "$(wc -l <"$results/assocs")" -eq 1 ] # the heading
}

@test "without SCTP: skipped, with the cure" {
	from without
	for name in check missing missing-stream; do
		exits $name 4
		says $name.err 'modprobe sctp'
		[ "$(wc -l <"$results/$name.err")" -eq 1 ]
		[ ! -s "$results/$name.out" ]
	done
}
