#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2030,SC2031 # variables of common.bash and of bats; each test has its own PATH
#
# install.bats - `cmake --install` under a prefix: programs, data, scripts and the library find each other
# there, also after it was moved; and a workload is built outside the tree against it.

load common

quick=(--cgroup inherit -r 2 -d 20ms -w 0 --no-count)

setup_file()
{
	bats_require_minimum_version 1.5.0
	is_built || return 0
	install_prefix "$BATS_FILE_TMPDIR/first"
	# Nothing may depend on where it was installed.
	mv "$BATS_FILE_TMPDIR/first" "$BATS_FILE_TMPDIR/prefix"
	cp -r "$example" "$BATS_FILE_TMPDIR/example"
	use_prefix "$BATS_FILE_TMPDIR/prefix"
	make -C "$BATS_FILE_TMPDIR/example" CFLAGS='-O2 -Wall -Wextra -Werror' >"$BATS_FILE_TMPDIR/make.log" 2>&1 || {
		cat "$BATS_FILE_TMPDIR/make.log"
		return 1
	}
}

setup()
{
	need_build
	prefix=$BATS_FILE_TMPDIR/prefix
	use_prefix "$prefix"
	cd "$BATS_TEST_TMPDIR" || return
}

@test "every program is there, runs, and has a page" {
	local program name nr=0

	for program in "$prefix"/bin/*; do
		name=${program##*/}
		run -0 --separate-stderr "$name" --version
		[[ $output == "$name "* ]]
		[ -s "$prefix/share/man/man1/$name.1" ]
		nr=$((nr + 1))
	done
	[ $nr -gt 15 ]
}

@test "programs find topologies and recipes" {
	run -0 cgpong list --recipes
	[[ $output == *mq-objcg* ]]
	cgpong-null --check --cgroup inherit
	run --separate-stderr cgpong-null --check --cgroup client-server
	[[ $stderr != *"no topology is called"* ]]
	run -64 --separate-stderr cgpong-null --check --cgroup no-such-topology
	[[ $stderr == *"no topology is called"* ]]
}

@test "the scripts are commands, by the names they have here" {
	local command

	for command in lab bisect survey; do
		run -0 cgpong "$command" --help
		[[ $output != *scripts/* && $output != *build-static* ]]
		run -0 cgpong help "$command"
	done
	run -0 cgpong lab history --help
	[[ $output == "usage: cgpong lab history"* ]]
	run -64 --separate-stderr cgpong lab frob
	[[ $stderr == *"(try: cgpong lab --help)" ]]
	run -64 --separate-stderr cgpong bisect --recipe no-such --kernels 7.0,7.1
	[[ $stderr == *mq-objcg*"(try: cgpong bisect --help)" ]]
	run -0 cgpong lab build --help
	[[ $output == *unbatched* ]]
	run -0 cgpong survey --skip "$(cgpong list | awk '$1 != "null" { printf "%s ", $1 }')" -r 2 -d 20ms -w 0 -g inherit
	[[ ${lines[-1]} == null* ]]
	# Python would leave its own beside them.
	[ -z "$(find "$prefix" -name '*.pyc')" ]
}

@test "a script that is not there is missed in one line" {
	cp "$prefix/bin/cgpong" .
	run -1 --separate-stderr ./cgpong lab
	[[ $stderr == "cgpong: find the script 'lab': "* ]]
	[ ${#stderr_lines[@]} -eq 1 ]
}

@test "the lab boots with the programs of the installation" {
	local cached

	need qemu-system-x86_64 busybox cpio
	cached=${XDG_CACHE_HOME:-$HOME/.cache}/cgpong/kernels
	compgen -G "$cached/6.1.*/vmlinuz" >/dev/null || skip "no kernel 6.1 is in the cache: scripts/lab fetch"
	run -0 --separate-stderr cgpong lab run -- cgpong-null -g inherit -i 10 -r 2 -w 0 --no-count --quiet
	[[ ${lines[-1]} == "RESULT workload=null status=measured"* ]]
	# And with one that is none of it.
	make -C "$BATS_FILE_TMPDIR/example" static >/dev/null 2>&1
	run -0 --separate-stderr cgpong lab run --add "$BATS_FILE_TMPDIR/example/cgpong-unix-dgram.static:/usr/bin/cgpong-unix-dgram" \
		-- cgpong run unix-dgram -g inherit -i 10 -r 2 -w 0 --no-count --quiet
	[[ ${lines[-1]} == "RESULT workload=unix-dgram status=measured"* ]]
}

@test "documentation is there, and its links lead somewhere" {
	local doc=$prefix/share/doc/cgpong page target

	[ -s "$doc/LICENSE" ] && [ -s "$doc/copyright" ] && [ -s "$doc/changelog" ]
	for page in "$doc"/README.md "$doc"/docs/*.md "$doc"/cgroups/README.md; do
		while read -r target; do
			# What is about the source alone stays there.
			[[ $target == http* || $target =~ ^(\.\./)?(bench|tests|lib|cmd|examples|scripts|completions)(/|$) ||
				-e $(dirname "$page")/${target%%#*} ]] || {
				echo "$page: $target"
				false
			}
		done < <(grep -oE '\]\([^)#]+' "$page" | cut -c3-)
	done
}

@test "pkg-config says what is needed, and no more" {
	need pkg-config
	[ "$(pkg-config --modversion cgpong)" = "$(cgpong --version | cut -d ' ' -f 2)" ]
	run -0 pkg-config --libs cgpong
	[[ $output == *"-lcgpong_start -lcgpong"* && $output != *jansson* ]]
	run -0 pkg-config --static --libs cgpong
	[[ $output == *-ljansson* && $output == *-lnuma* && $output == *-luring* ]]
}

@test "a workload built outside the tree is one like the others" {
	local own=$BATS_FILE_TMPDIR/own/bin mode

	readelf -d "$BATS_FILE_TMPDIR/example/cgpong-unix-dgram" | grep -F 'libcgpong.so.1'
	make -C "$BATS_FILE_TMPDIR/example" install PREFIX="${own%/bin}" >/dev/null
	PATH=$own:$PATH
	run -0 --separate-stderr cgpong list
	[[ $output == *"unix-dgram"*"over AF_UNIX datagrams"*"op: round trip"* ]]
	[ -z "$stderr" ]
	for mode in process thread; do
		run -0 --separate-stderr cgpong run unix-dgram -m $mode -n 2 "${quick[@]}" -o $mode.json
		[[ ${lines[-1]} == "RESULT workload=unix-dgram status=measured instances=2"* ]]
	done
	run -0 cgpong sweep unix-dgram --size 64,4096 "${quick[@]}"
	[[ $output == *4096* ]]
	run -0 cgpong compare process.json process.json
	run -64 --separate-stderr cgpong run unix-dgram --size 0
	[[ $stderr == *size* ]]
	run -0 cgpong help unix-dgram
	[[ $output == *"--size BYTES"*"size of a datagram"* ]]
}

# The page's own workload, with the header by the name it has outside.
@test "docs/add-a-workload.md: the same file is built outside the tree" {
	local page=$tree/docs/add-a-workload.md

	awk '$0 == "```c cmd/eventfd-pingpong.c" { on = 1; next } /^```/ { on = 0 } on' "$page" |
		sed 's|#include "workload.h"|#include <cgpong/workload.h>|' >eventfd-pingpong.c
	# shellcheck disable=SC2016 # the page's words
	grep -qF 'cc -O2 -o cgpong-eventfd-pingpong eventfd-pingpong.c $(pkg-config --cflags --libs cgpong)' "$page"
	# shellcheck disable=SC2046
	cc -O2 -o cgpong-eventfd-pingpong eventfd-pingpong.c $(pkg-config --cflags --libs cgpong)
	PATH=$PWD:$PATH
	run -0 --separate-stderr cgpong run eventfd-pingpong "${quick[@]}"
	[[ ${lines[-1]} == "RESULT workload=eventfd-pingpong status=measured"* ]]
}
