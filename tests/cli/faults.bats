#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# A fault is planted where it belongs, once, or the build is told so.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
plant=$tree/scripts/lab.d/plant

setup() {
	type -P python3 >/dev/null || skip "needs python3"
	cd "$BATS_TEST_TMPDIR" || return
	mkdir -p kernel/mm
	printf '%s\n' 'one' '	two' 'three' 'two' >kernel/mm/a.c
	cp kernel/mm/a.c before
	fault single 'in mm/a.c' '<<<<' '	two' '====' '	zwei' '>>>>'
}

# fault NAME LINE...
fault() {
	printf '%s\n' "${@:2}" >"$1"
}

# untouched WORDS - it failed and said so, and the kernel is as it was.
untouched() {
	echo "$output"
	[[ $status == 1 && $output == *"$1"* ]]
	cmp kernel/mm/a.c before
	[[ ! -e kept/mm/a.c ]]
}

@test "one edit, whole lines" {
	run -0 "$plant" kept kernel single
	[[ $(<kernel/mm/a.c) == $'one\n\tzwei\nthree\ntwo' ]]
	cmp kept/mm/a.c before
}

@test "without faults everything is back as it was" {
	"$plant" kept kernel single
	run -0 "$plant" kept kernel
	cmp kernel/mm/a.c before
}

@test "another fault replaces the first one" {
	fault other 'in mm/a.c' '<<<<' 'one' '====' 'eins' '>>>>'
	"$plant" kept kernel single
	run -0 "$plant" kept kernel other
	[[ $(<kernel/mm/a.c) == $'eins\n\ttwo\nthree\ntwo' ]]
}

@test "two faults together, in several files" {
	echo other >kernel/b.c
	fault both 'in b.c' '<<<<' 'other' '====' 'changed' '>>>>' 'in mm/a.c' '<<<<' 'one' '====' '>>>>'
	run -0 "$plant" kept kernel single both
	[[ $(<kernel/mm/a.c) == $'\tzwei\nthree\ntwo' ]]
	[[ $(<kernel/b.c) == changed ]]
	run -0 "$plant" kept kernel
	[[ $(<kernel/b.c) == other ]]
}

@test "what does not change is not written again" {
	"$plant" kept kernel single
	touch -d 2001-01-01 kernel/mm/a.c
	run -0 "$plant" kept kernel single
	[[ $(stat -c %y kernel/mm/a.c) == 2001-01-01* ]]
}

@test "a place that is not there fails" {
	fault lost 'in mm/a.c' '<<<<' 'four' '====' 'vier' '>>>>'
	run "$plant" kept kernel lost
	untouched "lost:2: its place must be in mm/a.c once, and is there 0 times"
}

@test "part of a line is not its place" {
	fault part 'in mm/a.c' '<<<<' 'wo' '====' 'wei' '>>>>'
	run "$plant" kept kernel part
	untouched "0 times"
}

@test "a place that is there twice fails" {
	printf '%s\n' 'one' '	two' 'three' '	two' >kernel/mm/a.c
	cp kernel/mm/a.c before
	run "$plant" kept kernel single
	untouched "2 times"
}

@test "a fault planted twice fails" {
	run "$plant" kept kernel single single
	untouched "0 times"
}

@test "an edit that leaves its own place behind fails" {
	fault again 'in mm/a.c' '<<<<' 'one' '====' 'one' 'more' '>>>>'
	run "$plant" kept kernel again
	untouched "planted twice"
}

@test "one edit of several that does not fit, and nothing is changed" {
	fault half 'in mm/a.c' '<<<<' 'one' '====' 'eins' '>>>>' '<<<<' 'four' '====' 'vier' '>>>>'
	run "$plant" kept kernel half
	untouched "half:7:"
}

@test "a file that is not there fails" {
	fault lost 'in mm/b.c' '<<<<' 'one' '====' 'eins' '>>>>'
	run "$plant" kept kernel lost
	untouched "No such file"
}

@test "a fault file that is not well-formed fails" {
	fault bad1 'in mm/a.c' '<<<<' 'one' '====' 'eins'
	fault bad2 'in mm/a.c'
	fault bad3 '<<<<' 'one' '====' 'eins' '>>>>'
	fault bad4 'in ../a.c' '<<<<' 'one' '====' 'eins' '>>>>'
	fault bad5 'in mm/a.c' '<<<<' '====' 'eins' '>>>>'
	fault bad6 'in mm/a.c' 'one -> eins'
	local number
	for number in 1 2 3 4 5 6; do
		run "$plant" kept kernel bad$number
		untouched "bad$number"
	done
	run "$plant" kept kernel none
	untouched "No such file"
}

@test "every fault says what it plants, what shows it, and where it comes from" {
	local file word
	for file in "$tree"/scripts/faults/*; do
		[[ ${file##*/} =~ ^[a-z0-9]+$ ]]
		for word in Plants Shows Catalogue; do
			[[ $(grep -c "^# $word: ." "$file") == 1 ]] || { echo "$file: $word"; false; }
		done
	done
}

@test "every fault fits the kernel sources in the cache" {
	local cache=${XDG_CACHE_HOME:-$HOME/.cache}/cgpong/builds/trees source fault file files count=0
	# 7.2 is the source that the faults are written for.
	for source in "$cache"/7.2.*; do
		[[ -e $source/mm/memcontrol.c ]] || continue
		# A build may be going on there: what it has not edited is pristine.
		rm -rf kernel kept
		mapfile -t files < <(sed -n 's/^in //p' "$tree"/scripts/faults/* | sort -u)
		for file in "${files[@]}"; do
			mkdir -p "kernel/$(dirname "$file")"
			cp "$source/$file" "kernel/$file"
			[[ ! -e $source/.cgpong/pristine/$file ]] || cp "$source/.cgpong/pristine/$file" "kernel/$file"
		done
		for fault in "$tree"/scripts/faults/*; do
			run -0 "$plant" kept kernel "$fault"
			mapfile -t files < <(sed -n 's/^in //p' "$fault")
			for file in "${files[@]}"; do
				run -1 cmp -s "kernel/$file" "kept/$file"
			done
		done
		count=$((count + 1))
	done
	[[ $count -gt 0 ]] || skip "no source of 7.2 is in the cache: scripts/lab build"
}
