#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# `scripts/lab build` on a toy kernel: what is built when, and that nothing half-built is ever taken.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
lab=$tree/scripts/lab

setup() {
	local tool
	for tool in make gcc flex bison bc perl python3 rsync pgrep; do
		type -P "$tool" >/dev/null || skip "needs $tool"
	done
	echo '#include <gelf.h>' | gcc -E - >/dev/null 2>&1 || skip "needs libelf-dev"
	cd "$BATS_TEST_TMPDIR" || return
	export XDG_CACHE_HOME=$PWD/cache MADE=$PWD/made PAUSE=0 FAIL=
	builds=$XDG_CACHE_HOME/cgpong/builds
	cp -r "$tree/tests/data/toy-kernel" toy
	: >made
}

# made WORD... - this was made since the last time, in any order.
made() {
	[[ $(sort made | tr '\n' ' ') == "$(printf '%s\n' "$@" | sort | sed '/^$/d' | tr '\n' ' ')" ]] || {
		echo "made: $(<made)"
		false
	}
	: >made
}

build() {
	run --separate-stderr "$lab" build --source toy "$@"
	echo "$status: $output, $stderr"
}

# built TEXT - it printed the path of a kernel that has the text.
built() {
	[[ $status == 0 && ${#lines[@]} == 1 && $output == "$builds"/toy-*/vmlinux ]]
	grep -qxF -- "$1" "$output"
}

# The pid of a lab process that has come so far as to have begun to make something.
begun() {
	local tries
	for ((tries = 0; tries < 200; tries++)); do
		[[ ! -s made ]] || return 0
		sleep 0.1
	done
	false
}

# half_built - nothing is to be had that is not whole.
half_built() {
	[[ -z $(find "$builds" -path "$builds/trees" -prune -o -name vmlinux -print) ]]
	run --separate-stderr "$lab" build --source toy --cached
	[[ $status == 1 && -z $output && $stderr == *"is not built"* ]]
}

@test "a kernel is built once; the second call only prints its path" {
	build
	built '#define NR_OBJ_STOCK 5'
	made mm/memcontrol.o mm/other.o vmlinux
	build
	built '#define NR_OBJ_STOCK 5'
	made
	[[ -z $stderr ]]
	build --cached
	built '#define NR_OBJ_STOCK 5'
	[[ ! -e toy/vmlinux && -z $(find toy -name '*.o') ]]
}

@test "a fault changes one object, in a result of its own" {
	build
	: >made
	build --fault objstock1
	built '#define NR_OBJ_STOCK 1'
	[[ $output == *-objstock1/vmlinux ]]
	made mm/memcontrol.o vmlinux
	build --fault=onestock --fault objstock1
	built '#define NR_MEMCG_STOCK 1'
	built '#define NR_OBJ_STOCK 1'
	[[ $output == *-objstock1+onestock/vmlinux ]]
	made mm/memcontrol.o vmlinux
	build
	built '#define NR_OBJ_STOCK 5'
	made
	grep -qx '#define NR_OBJ_STOCK 5' toy/mm/memcontrol.c
}

@test "a changed source is built anew, and nothing else of it" {
	build --fault objstock1
	: >made
	echo changed >toy/mm/other.c
	touch -d 2001-01-01 toy/mm/other.c
	build --fault objstock1
	built changed
	built '#define NR_OBJ_STOCK 1'
	# The edited file came back from the source in between.
	made mm/memcontrol.o mm/other.o vmlinux
}

@test "a source file that is gone is gone from the build" {
	echo more >toy/mm/more.c
	build
	[[ -e $(echo "$builds"/trees/toy-*/mm/more.c) ]]
	rm toy/mm/more.c
	build
	[[ $status == 0 && ! -e $(echo "$builds"/trees/toy-*/mm/more.c) ]]
	made mm/memcontrol.o mm/other.o vmlinux
}

@test "of a git tree only the sources are taken, committed or not" {
	type -P git >/dev/null || skip "needs git"
	printf '%s\n' '*.o' /vmlinux >toy/.gitignore
	git -C toy init -q
	git -C toy add .
	echo uncommitted >toy/mm/other.c
	echo new >toy/mm/new.c
	echo theirs >toy/vmlinux
	cp toy/vmlinux toy/mm/other.o
	build
	built uncommitted
	made mm/memcontrol.o mm/other.o vmlinux
	[[ $(echo "$builds"/trees/toy-*/mm/new.c) == *-*/mm/new.c ]]
	[[ ! -e $(echo "$builds"/trees/toy-*/.git) ]]
}

@test "of a git tree a commit, whatever is checked out; the tree itself is only read" {
	local before
	type -P git >/dev/null || skip "needs git"
	git -C toy init -q
	git -C toy config user.name test
	git -C toy config user.email test@example.org
	echo first >toy/mm/other.c
	echo gone >toy/mm/gone.c
	git -C toy add .
	git -C toy commit -qm first
	echo second >toy/mm/other.c
	rm toy/mm/gone.c
	git -C toy commit -qam second
	echo uncommitted >toy/mm/other.c
	export GIT_OPTIONAL_LOCKS=0
	before=$(git -C toy status --porcelain=v2 --branch && stat -c '%n %Y %i' toy/.git/index toy/.git/HEAD toy/mm/*)
	build
	built uncommitted
	: >made
	build --commit HEAD~
	built first
	[[ -e $(echo "$builds"/trees/toy-*/mm/gone.c) ]]
	# Only what differs is made again, in the same tree.
	made mm/other.o vmlinux
	build --commit HEAD
	built second
	[[ ! -e $(echo "$builds"/trees/toy-*/mm/gone.c) ]]
	made mm/other.o vmlinux
	build --commit HEAD
	made
	build
	built uncommitted
	made mm/other.o vmlinux
	[[ $(git -C toy status --porcelain=v2 --branch && stat -c '%n %Y %i' toy/.git/index toy/.git/HEAD toy/mm/*) == "$before" ]]
	build --commit nosuch
	[[ $status == 1 && -z $output && $stderr == *"has no commit 'nosuch'"* ]]
	run --separate-stderr "$lab" build --commit HEAD
	[[ $status == 64 && $stderr == *"--commit needs --source"* ]]
}

@test "a fault that does not fit builds nothing" {
	echo '#define NR_MEMCG_STOCK 7' >toy/mm/memcontrol.c
	build --fault objstock1
	[[ $status == 1 && -z $output ]]
	[[ $stderr == *"faults/objstock1:"*"is there 0 times"* ]]
	made
	build
	built '#define NR_MEMCG_STOCK 7'
}

@test "a build that fails leaves no result, says why, and can be repeated" {
	FAIL=yes build
	[[ $status == 125 && -z $output && $stderr == *"could not be built: "* ]]
	half_built
	: >made
	build
	built '#define NR_OBJ_STOCK 5'
	made mm/memcontrol.o mm/other.o vmlinux
}

@test "a compiler that was killed, or a full disk, is not the source's fault: exit 1, not 125" {
	FAIL=killed build
	[[ $status == 1 && -z $output && $stderr == *"could not be built: a compiler was killed"* ]]
	half_built
	[[ $EUID == 0 ]] || skip "needs root, for a small disk"
	# shellcheck disable=SC2016	# expanded by the inner shell
	run --separate-stderr unshare --mount sh -c 'mkdir -p "$XDG_CACHE_HOME" &&
		mount -t tmpfs -o size=48k small "$XDG_CACHE_HOME" && "$@"' sh "$lab" build --source toy
	echo "$status: $stderr"
	[[ $status == 1 && $stderr == *"full"* ]]
}

@test "a build that is ended stops its make and leaves no result" {
	local pid code=0
	PAUSE=60 "$lab" build --source toy 3>&- &
	pid=$!
	begun
	kill "$pid"
	wait "$pid" || code=$?
	[[ $code == 143 ]]
	half_built
	# Neither a lock nor a process is left.
	[[ -z $(pgrep -f "$builds/trees") ]]
	build
	built '#define NR_OBJ_STOCK 5'
}

@test "objects of a build that was killed with its make are not taken for whole" {
	local pid make
	build
	: >made
	PAUSE=60 "$lab" build --source toy --fault objstock1 3>&- &
	pid=$!
	begun
	make=$(pgrep -P "$pid" -x make)
	kill -9 "$pid"
	kill -9 -- "-$make"
	wait "$pid" || true
	: >made
	build --fault objstock1
	built '#define NR_OBJ_STOCK 1'
	made mm/memcontrol.o vmlinux
}

@test "two builds at once come one after the other" {
	local pid
	PAUSE=1 "$lab" build --source toy --fault objstock1 >first 2>&1 3>&- &
	pid=$!
	begun
	build --fault onestock
	built '#define NR_MEMCG_STOCK 1'
	built '#define NR_OBJ_STOCK 5'
	[[ $stderr == *"waiting for another build to end"* ]]
	wait "$pid"
	build --cached --fault objstock1
	built '#define NR_OBJ_STOCK 1'
}

@test "what is asked wrongly is refused" {
	local words
	for words in '--fault nosuch' '--fault ../lab' '--fault trim --fault trim' '--source x:y' \
		'--fault' '--nonsense' 'word'; do
		# shellcheck disable=SC2086	# several words
		run --separate-stderr "$lab" build $words
		echo "$words: $status: $stderr"
		[[ $status == 64 && -z $output && -n $stderr && $stderr != *$'\n'* ]]
	done
	mkdir empty
	run --separate-stderr "$lab" build --source ./empty
	[[ $status == 1 && $stderr == *"'./empty' is not a kernel tree"* ]]
	run --separate-stderr "$lab" build --source ./none
	[[ $status == 1 && $stderr == *"not a kernel tree"* ]]
	run --separate-stderr "$lab" run --kernel build:nosuch -- true
	[[ $status == 64 && $stderr == *"no fault 'nosuch'"* ]]
}

@test "the help lists every fault" {
	local file
	run -0 "$lab" build --help
	for file in "$tree"/scripts/faults/*; do
		[[ $output == *$'\n'"  ${file##*/} "* ]]
	done
}
