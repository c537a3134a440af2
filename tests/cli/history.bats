#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# `scripts/lab history` and `matrix` on kernels made up here, in a QEMU made up here: what is measured when,
# and what becomes of guests that die. Real kernels are tested in the lab.

load made_up_lab

setup() {
	make_lab
}

@test "kernels from the oldest to the newest, all recipes in one boot" {
	kernel 10.2.1 healthy
	kernel 9.9.9 regressed
	kernel 9.10.3 healthy
	history --recipe mq-objcg --recipe tcp-trim 10.2 9.9 9.10
	[[ $status == 0 ]]
	table "kernel mq-objcg tcp-trim" "9.9.9 4.00 regressed 4.00 regressed" \
		"9.10.3 0.01 healthy 0.01 healthy" "10.2.1 0.01 healthy 0.01 healthy"
	booted 3
}

@test "without kernels: the newest of each series from 6.1 on" {
	kernel 5.10.200 healthy
	kernel 6.1.3 healthy
	kernel 6.1.20 healthy
	kernel 8.0.1 healthy
	history --recipe mq-objcg
	[[ $status == 0 ]]
	table "kernel mq-objcg" "6.1.20 0.01 healthy" "8.0.1 0.01 healthy"
}

@test "what is measured is not measured again, but for --again" {
	kernel 9.1.1 healthy
	history --recipe mq-objcg,tcp-trim 9.1
	booted 1
	history --recipe mq-objcg,tcp-trim,sctp-uncharge 9.1
	grep -q "'--recipe' 'sctp-uncharge'" boots
	booted 1
	history --recipe mq-objcg,tcp-trim,sctp-uncharge 9.1
	[[ $status == 0 ]]
	booted 0
	echo regressed >"$cache/kernels/9.1.1-cloud-amd64/vmlinuz"
	history --recipe mq-objcg --again 9.1
	table "kernel mq-objcg" "9.1.1 4.00 regressed"
	booted 1
}

@test "other programs, or another recipe, are measured anew" {
	kernel 9.1.1 healthy
	cp "$tree/recipes/mq-objcg.recipe" toy.recipe
	history --recipe ./toy.recipe 9.1
	[[ $status == 0 ]]
	booted 1
	sed -i 's/^summary.*/summary = another text/' toy.recipe
	history --recipe ./toy.recipe 9.1
	booted 0
	sed -i 's/^healthy.*/healthy = 0..0.3/' toy.recipe
	history --recipe ./toy.recipe 9.1
	booted 1
	sed -i s/1.2.3/1.2.4/ programs/cgpong
	history --recipe ./toy.recipe 9.1
	booted 1
}

@test "several boots: the median, and how many were regressed" {
	kernel 9.1.1 alternating
	history --recipe mq-objcg --boots 3 9.1
	[[ $status == 0 ]]
	table "kernel mq-objcg" "9.1.1 4.00 regressed 2/3"
	booted 3
}

@test "a skip is in the table and complete" {
	kernel 9.1.1 skipped
	history --recipe sctp-uncharge 9.1
	[[ $status == 0 ]]
	table "kernel sctp-uncharge" "9.1.1 skipped [1]" "[1] no SCTP sockets on this machine"
	history --recipe sctp-uncharge 9.1
	booted 1
}

@test "a guest that panics in a recipe: its cell says so, the others go on" {
	kernel 9.1.1 panics-in-sctp-uncharge
	kernel 9.2.1 healthy
	history --recipe mq-objcg,sctp-uncharge,tcp-trim 9.1 9.2
	[[ $status == 1 ]]
	table "kernel mq-objcg sctp-uncharge tcp-trim" "9.1.1 0.01 healthy failed [1] 0.01 healthy" \
		"9.2.1 0.01 healthy 0.01 healthy 0.01 healthy" "[1] Kernel panic - not syncing: made up"
	booted 3
	# The failure is tried again, and nothing else.
	echo healthy >"$cache/kernels/9.1.1-cloud-amd64/vmlinuz"
	history --recipe mq-objcg,sctp-uncharge,tcp-trim 9.1 9.2
	[[ $status == 0 ]]
	booted 1
}

@test "a guest that does not boot, or has no cgroups; a kernel that is not to be had" {
	kernel 9.2.1 does-not-boot
	kernel 9.3.1 refuses
	kernel 9.4.1 healthy
	mkdir empty
	history --recipe mq-objcg,tcp-trim 9.2 9.3 9.4 ./empty
	[[ $status == 1 ]]
	table "kernel mq-objcg tcp-trim" "9.2.1 failed [1] failed [1]" "9.3.1 failed [2] failed [2]" \
		"9.4.1 0.01 healthy 0.01 healthy" "./empty failed [3] failed [3]" \
		"[1] the guest did not boot" "[2] this kernel cannot mount cgroup2" "[3] no kernel is in it"
	booted 3
}

# lab_run WHAT - a guest of such a kernel, without an accelerator that there may be.
lab_run() {
	echo "$1" >made-up
	run --separate-stderr "$lab" run --accel tcg --programs programs --kernel ./made-up --timeout 5 -- cgpong list
	echo "$status: $output, $stderr"
}

@test "what this machine does to a guest is not the kernel's: exit 1, not 125" {
	lab_run does-not-boot
	[[ $status == 125 ]]
	lab_run hangs
	[[ $status == 125 && $stderr == *"still running after 5 s"* ]]
	lab_run knows-no-pvh
	[[ $status == 125 && $stderr == *"PVH"* ]]
	lab_run cannot-start
	[[ $status == 1 && $stderr == *"QEMU failed with 1: "*"Cannot allocate memory"* ]]
	lab_run is-killed
	[[ $status == 1 && $stderr == *"QEMU was killed"* ]]
	lab_run is-killed-later
	[[ $status == 1 && $stderr == *"QEMU was killed"* ]]
}

@test "a disk that fills up while a guest runs: exit 1, not 125" {
	[[ $EUID == 0 ]] || skip "needs root, for a small disk"
	echo fills-the-disk >made-up
	# shellcheck disable=SC2016	# expanded by the inner shell
	run --separate-stderr unshare --mount sh -c 'mkdir small && mount -t tmpfs -o size=16m small small &&
		TMPDIR=$PWD/small "$@"' sh "$lab" run --accel tcg --programs programs --kernel ./made-up --timeout 50 -- cgpong list
	echo "$status: $stderr"
	[[ $status == 1 && $stderr == *"lab: the disk of "*" is full"* ]]
}

@test "a guest that hangs in every recipe gets two chances" {
	kernel 9.1.1 hangs
	kernel 9.2.1 healthy
	history --timeout 5 --recipe mq-objcg,tcp-trim,sctp-uncharge 9.1 9.2
	[[ $status == 1 ]]
	table "kernel mq-objcg tcp-trim sctp-uncharge" "9.1.1 failed [1] failed [1] failed [1]" \
		"9.2.1 0.01 healthy 0.01 healthy 0.01 healthy" \
		"[1] the guest was still running after 5 s (--timeout), in the command"
	booted 3
}

@test "a workload that fails is no cell" {
	kernel 9.1.1 failed
	history --recipe mq-objcg 9.1
	[[ $status == 1 ]]
	history --recipe mq-objcg 9.1
	booted 2
}

@test "the table in files" {
	kernel 9.1.1 regressed
	kernel 9.2.1 skipped
	history --recipe mq-objcg --out out 9.1 9.2
	diff out/history.txt <(echo "$output")
	diff out/history.csv - <<-'END'
		kernel,mq-objcg
		9.1.1,4.00 regressed
		9.2.1,skipped: no SCTP sockets on this machine
	END
	diff out/history.md - <<-'END'
		| kernel | mq-objcg |
		| --- | --- |
		| 9.1.1 | 4.00 regressed |
		| 9.2.1 | skipped [1] |

		[1] no SCTP sockets on this machine
	END
	printf '%s\n' before '<!-- table: generated, see above -->' old '<!-- end of table -->' after >doc.md
	history --recipe mq-objcg --doc doc.md 9.1 9.2
	diff doc.md <(printf '%s\n' before '<!-- table: generated, see above -->' && cat out/history.md &&
		printf '%s\n' '<!-- end of table -->' after)
	echo "no place" >doc.md
	history --recipe mq-objcg --doc doc.md 9.1
	[[ $status == 1 && $(<doc.md) == "no place" ]]
	python3 - <<-'END'
		import json
		r = json.load(open("out/history.json"))
		assert r["schema"] == "cgpong-history/1" and r["programs"] == "1.2.3"
		first, second = (kernel["cells"][0] for kernel in r["kernels"])
		assert r["kernels"][0]["key"] == "9.1.1-cloud-amd64"
		assert (first["verdict"], first["signals"], first["regressed"], first["why"]) == ("regressed", [4.0], 1, None)
		assert (second["verdict"], second["signal"], second["boots"]) == ("skipped", None, 0)
	END
}

@test "--cells and lab cell: one at a time, by whatever can count; --gather says what is there" {
	kernel 9.1.1 healthy
	kernel 9.2.1 panics-in-tcp-trim
	cp "$tree/recipes/mq-objcg.recipe" toy.recipe
	history --recipe ./toy.recipe,tcp-trim --cells list 9.1 9.2
	[[ $status == 0 && -z $output && $stderr == "lab: cells to be measured: 4, each with scripts/lab cell $PWD/list NUMBER" ]]
	history --recipe ./toy.recipe,tcp-trim --gather 9.1 9.2
	[[ $status == 1 ]]
	table "kernel toy tcp-trim" "9.1.1 missing [1] missing [1]" "9.2.1 missing [1] missing [1]" "[1] not measured yet"
	booted 0
	# Another directory, and no setting but the cache's.
	run bash -c "cd / && seq 3 | xargs -n 1 '$lab' cell '$PWD/list' 2>/dev/null"
	[[ $status == 0 && ${lines[2]} == "9.2.1 toy boot 1: 0.01 healthy" ]]
	run --separate-stderr "$lab" cell list 4
	[[ $status == 1 && $output == "9.2.1 tcp-trim boot 1: failed (Kernel panic - not syncing: made up)" ]]
	booted 4
	run --separate-stderr "$lab" cell list 1
	[[ $status == 0 ]]
	booted 0
	history --recipe ./toy.recipe,tcp-trim --gather 9.1 9.2
	[[ $status == 1 ]]
	table "kernel toy tcp-trim" "9.1.1 0.01 healthy 0.01 healthy" "9.2.1 0.01 healthy failed [1]" \
		"[1] Kernel panic - not syncing: made up"
	history --recipe ./toy.recipe,tcp-trim --cells list 9.1 9.2
	[[ $status == 0 && $(wc -l <list) == 1 ]]
	echo healthy >"$cache/kernels/9.2.1-cloud-amd64/vmlinuz"
	run --separate-stderr "$lab" cell list 1
	[[ $status == 0 ]]
	# Nothing is left to do: the table.
	history --recipe ./toy.recipe,tcp-trim --cells list 9.1 9.2
	[[ $status == 0 && ! -s list && $output == *"9.2.1   0.01 healthy  0.01 healthy" ]]
	history --recipe ./toy.recipe,tcp-trim --again --cells list 9.1 9.2
	[[ $(wc -l <list) == 4 ]]
}

@test "a list that is not true any more" {
	cp "$tree/recipes/mq-objcg.recipe" toy.recipe
	echo healthy >image
	history --recipe ./toy.recipe --cells list ./image
	echo regressed >image
	run --separate-stderr "$lab" cell list 1
	[[ $status == 1 && $stderr == "lab: cell: $PWD/image is not the kernel any more that it was when the list was made" ]]
	echo healthy >image
	sed -i 's/^healthy.*/healthy = 0..0.3/' toy.recipe
	run --separate-stderr "$lab" cell list 1
	[[ $status == 1 && $stderr == "lab: cell: toy or the programs are not those of the list any more: make it again" ]]
	booted 0
}

@test "cell: wrong usage" {
	local words
	echo nonsense >list
	for words in "" list "list 0" "list x" "list 2" "list 1" "none 1" "list 1 2"; do
		# shellcheck disable=SC2086	# words
		run --separate-stderr "$lab" cell $words
		[[ $status == 64 && -z $output && ${#stderr_lines[@]} == 1 && $stderr == "lab: cell: "* ]]
	done
}

@test "wrong usage" {
	local words
	for words in "--boots 0" "--boots x" "--recipe no-such" "--recipe ./no.recipe" --bogus build:nofault ,; do
		# shellcheck disable=SC2086	# words
		history $words
		[[ $status == 64 && -z $output && ${#stderr_lines[@]} == 1 && $stderr == "lab: history: "* ]]
	done
}
