#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What the documentation says, done literally.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)

# A copy of what is in the tree, in $copy.
copy_tree() {
	copy=$BATS_TEST_TMPDIR/copy
	mkdir "$copy"
	cp -r "$tree"/{CMakeLists.txt,lib,cmd,cgroups,recipes,packaging} "$copy"
}

# block FILE KIND PATH - the fenced block of FILE that opens with ```KIND PATH
block() {
	awk -v open="\`\`\`$2 $3" '$0 == open { on = 1; next } /^```/ { on = 0 } on' "$1"
}

@test "docs/add-a-workload.md gives a working workload in under 100 lines" {
	local page=$tree/docs/add-a-workload.md name=eventfd-pingpong line
	copy_tree
	block "$page" c cmd/$name.c >"$copy/cmd/$name.c"
	(($(wc -l <"$copy/cmd/$name.c") > 20 && $(wc -l <"$copy/cmd/$name.c") < 100))
	line=$(block "$page" cmake CMakeLists.txt)
	[[ $line == "cgpong_workload($name)" ]]
	sed -i "s/^cgpong_workload(null)$/&\n$line/" "$copy/CMakeLists.txt"
	cmake -S "$copy" -B "$copy/build" -G Ninja -DCGPONG_TESTS=OFF -DCGPONG_WERROR=ON >/dev/null
	cmake --build "$copy/build" --target cgpong-$name >/dev/null
	for mode in process thread; do
		run -0 --separate-stderr "$copy/build/bin/cgpong-$name" -m $mode -n 2 -i 500 -r 2 \
			-w 0 --cgroup inherit --no-count
		[[ ${lines[-1]} == "RESULT workload=$name status=measured"* ]]
	done
}

@test "a file in cmd/ without a line is an error that says what to add" {
	copy_tree
	cp "$copy/cmd/null.c" "$copy/cmd/forgotten.c"
	run cmake -S "$copy" -B "$copy/build" -G Ninja -DCGPONG_TESTS=OFF
	((status != 0))
	[[ $output == *"cmd/forgotten.c has no line in CMakeLists.txt"* ]]
	[[ $output == *"cgpong_workload(forgotten)"* ]]
}

@test "cmake --install puts programs and data where programs look for them" {
	local prefix=$BATS_TEST_TMPDIR/prefix
	DESTDIR='' cmake --install "$CGPONG_BIN/.." --prefix "$prefix" >/dev/null
	run -0 "$prefix/bin/cgpong" list
	[[ $output == *tcp-rr*round\ trip* ]]
	run -0 "$prefix/bin/cgpong" list --recipes
	[[ $output == *mq-objcg* ]]
	run -0 "$prefix/bin/cgpong-null" --check --cgroup inherit
	[[ -f $prefix/share/cgpong/cgroups/client-server.ini ]]
}

@test "every event, metric and key that results.md names is what the programs write, and back" {
	"$CGPONG_BIN/cgpong-unix-stream" --cgroup inherit,inherit -i 100 -r 2 -w 0 --no-count -q \
		-o "$BATS_TEST_TMPDIR/r.json" >/dev/null 2>&1
	python3 - "$tree/docs/results.md" "$BATS_TEST_TMPDIR/r.json" <<-'END'
	import json, re, sys
	page = open(sys.argv[1]).read()
	named = set(re.findall(r"`([a-z_]+)`", page))
	results = json.load(open(sys.argv[2]))
	keys = set(results) | set(results["environment"]) | set(results["options"])
	for context in results["contexts"]:
	    keys |= set(context) | set(context["summary"])
	    for part in context["rounds"] + context["workers"]:
	        keys |= set(part)
	for comparison in results["comparisons"]:
	    keys |= set(comparison)
	# The workload's own options are documented by its --help.
	keys -= {"size"}
	missing = sorted(keys - named)
	assert not missing, "not in docs/results.md: %s" % missing
	END
}

@test "every key of the other JSON files is in results.md" {
	cd "$BATS_TEST_TMPDIR"
	PATH=$CGPONG_BIN:$PATH
	cgpong list --json >list.json
	cgpong list --recipes --json >recipes-list.json
	cgpong doctor --json >doctor.json
	cgpong sweep null --nr 1,2 -g inherit --no-count -r 2 -d 20ms -w 0 -o sweep.json >/dev/null 2>&1
	# What nothing can be counted for is skipped, and its JSON written all the same.
	cgpong geometry --max-ring 2 --json >geometry.json 2>/dev/null || (($? == 4))
	cgpong run --recipe mq-objcg -q -o recipes.json >/dev/null 2>&1 || (($? == 4))
	python3 - "$tree/docs/results.md" ./*.json "$tree"/docs/tables/*.json <<-'END'
	import json, re, sys
	page = open(sys.argv[1]).read()
	named = set(re.findall(r"`([a-z_]+)`", page))

	def keys(value):
	    if isinstance(value, list):
	        return set().union(*map(keys, value))
	    if not isinstance(value, dict):
	        return set()
	    # A whole run has its own test.
	    return set(value).union(*(keys(v) for k, v in value.items() if k not in ("result", "results")))

	for path in sys.argv[2:]:
	    with open(path) as file:
	        data = json.load(file)
	    schema = data.get("schema") if isinstance(data, dict) else None
	    assert not schema or f'"{schema}"' in page, f"{path}: {schema}"
	    missing = sorted(keys(data) - named)
	    assert keys(data) and not missing, f"{path}: not in docs/results.md: {missing}"
	END
}

@test "README's index has every page" {
	local page
	for page in "$tree"/docs/*.md; do
		grep -qF "(docs/${page##*/})" "$tree/README.md" || {
			echo "README.md does not name docs/${page##*/}"
			return 1
		}
	done
}

@test "links between the pages lead somewhere" {
	cd "$tree"
	local page target
	for page in README.md docs/*.md cgroups/README.md; do
		while read -r target; do
			[[ $target == http* || -e $(dirname "$page")/${target%%#*} ]] || {
				echo "$page: $target"
				false
			}
		done < <(grep -oE '\]\([^)#]+' "$page" | cut -c3-)
	done
}

@test "every example is run or says why not, and has no program and no option that is not there" {
	local why
	run -0 python3 "$BATS_TEST_DIRNAME/examples.py" check "$tree" "$CGPONG_BIN"
	while read -r why; do
		echo "# $why" >&3
	done < <(grep 'not run:' <<<"$output")
}

@test "examples that are marked runnable end well" {
	[[ $EUID == 0 ]] || skip "the examples create cgroups: needs root"
	run python3 "$BATS_TEST_DIRNAME/examples.py" run "$tree" "$CGPONG_BIN" here
	grep -E ': (skipped|failed): ' <<<"$output" | sed 's/^/# /' >&3 || true
	echo "$output"
	((status == 0))
}

@test "an example that is wrong in any way is found" {
	local copy=$BATS_TEST_TMPDIR/tree
	mkdir -p "$copy/docs" "$copy/cgroups" "$copy/bench"
	ln -s "$tree"/{scripts,recipes,cmd,lib,CMakeLists.txt} "$copy"
	touch "$copy"/{README.md,cgroups/README.md,bench/README.md}
	# found WORDS: what `check` says of the page on stdin.
	found() {
		cat >"$copy/docs/page.md"
		run -1 python3 "$BATS_TEST_DIRNAME/examples.py" "${how[@]}"
		[[ $output == *"docs/page.md:"*"$1"* ]] || {
			echo "$output"
			return 1
		}
	}
	how=(check "$copy" "$CGPONG_BIN")
	found 'mark it runnable' <<<$'```sh\ncgpong list\n```'
	found 'without a language' <<<$'```\ncgpong list\n```'
	found 'not both' <<<$'<!-- not run: why -->\n```sh runnable\ncgpong list\n```'
	found 'no cgpong-nothing' <<<$'```sh runnable\ncgpong-nothing\n```'
	found 'no option --rouns' <<<$'```sh runnable\ncgpong-null --rounds 1 --rouns=5\n```'
	found 'no option --nods' <<<$'```sh runnable lab\nscripts/lab run --nods 2 -- cgpong-null\n```'
	found 'no option --duraton' <<<$'```sh runnable lab\nscripts/lab run -- cgpong-null --duraton 1s\n```'
	found 'has no help' <<<$'```sh runnable\ntrue && cgpong sweeep null\n```'
	how=(run "$copy" "$CGPONG_BIN" here)
	found 'exit 64' <<<$'```sh runnable\ncgpong list\ncgpong run nothing\n```'
	found 'does not print: first #' <<<$'```console runnable\n$ echo second 5\nfirst 7\n```'
	found 'more than is shown' <<<$'```console runnable\n$ seq 2\n7\n```'
}
