#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What TAB offers, by calling the completion's function as bash does.

load common

setup() {
	TMP=$BATS_TEST_TMPDIR
	PATH=$BIN:$PATH
	# shellcheck source=completions/cgpong
	source "$BATS_TEST_DIRNAME/../../completions/cgpong"
	COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
	cd "$TMP" || return
}

teardown() {
	:
}

# offered LINE - what completes it, sorted, in one line.
offered() {
	COMP_LINE=$1 COMP_POINT=${#1}
	local words
	read -ra words <<<"$1"
	COMPREPLY=()
	_cgpong "${words[0]}" '' ''
	((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd' '
}

# offers LINE WORDS - these, and nothing else.
offers() {
	local got
	got=$(offered "$1")
	[[ $got == "$2" ]] || {
		echo "'$1' offers '$got', not '$2'"
		return 1
	}
}

# has LINE WORD... - these among others.
has() {
	local got word line=$1
	shift
	got=" $(offered "$line") "
	for word; do
		[[ $got == *" $word "* ]] || {
			echo "'$line' offers '$got', without '$word'"
			return 1
		}
	done
}

@test "commands are those of --help" {
	offers "cgpong swe" sweep
	offers "cgpong " "$({ cgpong --help | awk '/^  / { print $1 }' && printf '%s\n' --help --version; } |
		LC_ALL=C sort | paste -sd' ')"
	has "cgpong help co" compare
	has "cgpong help mq-p" mq-pingpong
}

@test "workloads are those of list" {
	offers "cgpong run tcp-r" "tcp-ring tcp-rr"
	offers "cgpong sweep " "$({ cgpong list | awk '{ print $1 }' && echo --help; } | LC_ALL=C sort |
		paste -sd' ')"
	has "cgpong gate --baseline x.json " tcp-rr null
}

@test "options are those of the workload, common and own" {
	local workload
	for workload in tcp-rr page-fault file-churn tcp-ring null; do
		offers "cgpong-$workload --" "$("cgpong-$workload" --help | grep -oE '^ {2}(-., |    )--[a-z-]+' |
			grep -oE -- '--.*' | LC_ALL=C sort | paste -sd' ')"
	done
	offers "cgpong run page-fault --fresh" --fresh-file
	offers "cgpong run tcp-rr --fresh" ""
	offers "cgpong-page-fault --fresh" --fresh-file
	offers "$BIN/cgpong-page-fault --fresh" --fresh-file
}

@test "options of the front end are those of its help" {
	local command
	for command in list doctor compare gate report geometry; do
		# shellcheck disable=SC2046
		has "cgpong $command --" $(cgpong help "$command" |
			grep -E '^(Usage:|       cgpong|  (-.,|   ) --)' | grep -oE -- '--[a-z][a-z-]+')
	done
	has "cgpong sweep null --" --events --rounds --values
	has "cgpong sweep tcp-rr --" --reply-size
	offers "cgpong gate --baseline x.json --max-slow" --max-slowdown
	has "cgpong gate --baseline x.json tcp-rr --" --reply-size
	offers "cgpong gate --baseline x.json tcp-rr --base" ""
	offers "cgpong gate --baseline=x.json tcp-rr --reply" --reply-size
	# What such a run may not have.
	for word in --json --check --help; do
		offers "cgpong gate --baseline x.json tcp-rr $word" ""
	done
	offers "cgpong gate --format " "github junit ktap text"
	offers "cgpong compare --format " "json markdown text"
	offers "cgpong report --format " "html lkp markdown"
	has "cgpong lab " run fetch history
	local script
	for script in "lab run" "lab build" "lab history" bisect survey; do
		# shellcheck disable=SC2046,SC2086
		has "cgpong $script --" $(cgpong $script --help |
			grep -oE -- '^ +(-., )?--[a-z][a-z0-9-]+' | grep -oE -- '--.*')
	done
	has "cgpong lab run --" --kernel --nodes --smt --v1 --add --timeout
	has "cgpong survey --" --skip --bin
	has "cgpong bisect --" --kernels --resume --max-slowdown --timeout
}

@test "values: contexts, placements, modes and other choices" {
	offers "cgpong-tcp-rr --place same" "same-cpu same-node"
	offers "cgpong-tcp-rr -p s" "same-cpu same-node smt spread"
	offers "cgpong-tcp-rr --place=cross" cross-node
	offers "cgpong-tcp-rr --mode " "process thread"
	offers "cgpong-tcp-rr --progress " "always auto never"
	offers "cgpong-page-fault --map " "anon private-file shared-file"
	has "cgpong-tcp-rr --cgroup " root inherit leaf deep: siblings: split client-server depth3
	offers "cgpong-tcp-rr -g root,le" root,leaf
	offers "cgpong-tcp-rr -g root,deep:4,cl" "4,client-server"
	offers "cgpong bisect --metric " "ops_per_cpu_sec ops_per_sec"
	offers "cgpong bisect st" step
	has "cgpong bisect " step baseline
	has "cgpong bisect step --" --here --tree
	offers "cgpong lab run --accel " "kvm tcg"
	local faults
	faults=$(cd "$BATS_TEST_DIRNAME/../../scripts/faults" && printf "%s " *)
	offers "cgpong lab build --fault " "${faults% }"
	# shellcheck disable=SC2086
	has "cgpong lab matrix " $faults
	offers "cgpong-tcp-rr --rounds " ""
	offers "cgpong-tcp-rr --count " ""
	offers "cgpong sweep null --events charge_walk,obj" charge_walk,objcg_drain
}

@test "every value offered is taken by the program" {
	local workload option value offered
	for workload in tcp-rr page-fault; do
		for option in place mode progress map; do
			offered=$(offered "cgpong-$workload --$option ")
			[[ $workload:$option == tcp-rr:map || $offered ]]
			for value in $offered; do
				run "cgpong-$workload" "--$option" "$value" --no-count --cgroup inherit --check
				[[ $status == 0 || $output == *"cgpong-$workload: skipped: "* || $status == 4 ]]
			done
		done
	done
	# A context that this machine may not create is known all the same.
	for value in $(offered "cgpong-tcp-rr --cgroup "); do
		[[ $value != *: ]] || value+=2
		run "cgpong-tcp-rr" --cgroup "$value" --no-count --check
		[[ $status != 64 ]]
	done
	for value in $(offered "cgpong gate --by ") $(offered "cgpong gate --clock ") end; do
		run cgpong gate --baseline /nowhere --by "$value" null
		[[ $value == cpu || $value == wall || $value == end || $output != *--by* ]]
		run cgpong gate --baseline /nowhere --clock "$value" null
		[[ $value == time || $value == counts || $value == end || $output != *--clock* ]]
	done
	[[ $(offered "cgpong gate --by ") == "both counts time" ]]
	[[ $(offered "cgpong gate --clock ") == "both cpu wall" ]]
}

@test "recipes, and the options of a recipe's workload" {
	offers "cgpong run --recipe mq" mq-objcg
	offers "cgpong run --recipe mq-objcg,tcp" mq-objcg,tcp-trim
	has "cgpong run --recipe " all depth
	offers "cgpong run --recipe root-charge --fresh" --fresh-file
	offers "cgpong bisect --recipe mq" mq-objcg
	# readline takes = for the end of a word.
	offers "cgpong run --recipe=mq" mq-objcg
	offers "cgpong run --recipe=mq-objcg,tcp" mq-objcg,tcp-trim
	offers "cgpong run --recipe=root-charge --fresh" --fresh-file
}

@test "files and directories" {
	mkdir results
	touch a.json own.ini
	has "cgpong-null --json " a.json results
	offers "cgpong-null --json=a" a.json
	offers "cgpong-null --cgroup-parent " results
	offers "cgpong lab run --add a" a.json
	offers "cgpong survey --bin " results
	offers "cgpong-null --cgroup ./o" ./own.ini
	offers "cgpong compare a" a.json
	offers "cgpong gate --baseline a" a.json
	offers "cgpong-null a" ""
}

@test "cmake --install puts it where bash-completion looks, by the name of every program" {
	local library=/usr/share/bash-completion/bash_completion program
	[[ -e $library ]] || skip "needs bash-completion"
	DESTDIR='' cmake --install "$BIN/.." --prefix "$TMP/prefix" >/dev/null
	for program in cgpong cgpong-tcp-rr cgpong-null; do
		run -0 env -u BASH_COMPLETION_USER_DIR HOME="$TMP" XDG_DATA_DIRS="$TMP/prefix/share" \
			PATH=/usr/bin:/bin bash --norc -c "shopt -s progcomp; source $library
				__load_completion $program; complete -p $program"
		[[ $output == "complete -F _cgpong $program" ]]
	done
}

@test "TAB in a shell" {
	need python3
	run -0 python3 - "$BATS_TEST_DIRNAME/../../completions/cgpong" <<-'END'
	import os, pty, select, sys, time
	pid, terminal = pty.fork()
	if pid == 0:
	    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
	def type_in(text, until):
	    os.write(terminal, text)
	    seen, end = b"", time.time() + 20
	    while until not in seen and time.time() < end:
	        if select.select([terminal], [], [], 0.1)[0]:
	            seen += os.read(terminal, 4096)
	    assert until in seen, (until, seen)
	type_in(b"PS1='ready> '; source %s; echo loa''ded\n" % sys.argv[1].encode(), b"loaded")
	type_in(b"cgpong-mq-pingpong --pla\tcross\t-g root,deep\t2", b"--place cross-node -g root,deep:2")
	os.write(terminal, b"\x15exit\n")
	os.waitpid(pid, 0)
	END
}
