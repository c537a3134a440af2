#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Every workload, in every mode, does what it was asked for: no more, no less, nothing left.

load common

@test "null" {
	all_modes null
}

@test "sctp-rr" {
	all_modes sctp-rr
}

@test "unix-stream" {
	all_modes unix-stream
}

@test "unix-stream, 64 bytes" {
	all_modes unix-stream --size 64
}

@test "mq-pingpong" {
	all_modes mq-pingpong
}

@test "page-fault, private-file" {
	all_modes page-fault --size 1M
}

@test "page-fault, anon" {
	all_modes page-fault --size 1M --map anon
}

@test "page-fault, shared-file" {
	all_modes page-fault --size 1M --map shared-file
}

@test "tcp-rr" {
	all_modes tcp-rr
}

@test "tcp-rr, a reply of another size" {
	all_modes tcp-rr --size 64 --reply-size 4096
	[[ $(json "$TMP/ops.json" 'r["options"]["size"], r["options"]["reply-size"]') == "(64, 4096)" ]]
}

@test "pipe-pingpong" {
	all_modes pipe-pingpong
}

@test "uring-rr" {
	all_modes uring-rr
}
