# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# common.bash - boots guests for the tests in this directory and looks at what they bring back.
#
# A .bats file boots its guests in setup_file, each with one script from guest/ that does all the runs and
# leaves NAME.json, NAME.out, NAME.err and NAME.rc of each; the tests only look. Results live in
# $BATS_FILE_TMPDIR/GUEST/. A guest that fails makes the whole file fail; a kernel that this machine
# cannot get, or no QEMU, skips the tests with the reason.

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
programs=${CGPONG_STATIC_BIN:-$tree/build-static/bin}

# boot GUEST SCRIPT [LAB_OPTION]...: runs guest/SCRIPT.sh; to be called in setup_file.
boot()
{
	local guest=$1 results=$BATS_FILE_TMPDIR/$1 script=$2 status=0

	shift 2
	mkdir -p "$results"
	if [ -z "${CGPONG_STATIC_BIN:-}" ] && [ ! -d "$programs" ]; then
		echo "no static programs in $programs: build them with -DCGPONG_STATIC=ON" >"$results/skip"
		return
	fi
	"$tree/scripts/lab" run --programs "$programs" --out "$results" --timeout 300 \
		--add "$BATS_TEST_DIRNAME/guest/common.sh" --add "$BATS_TEST_DIRNAME/guest/$script.sh" \
		"$@" -- sh "$script.sh" >"$results/lab.out" 2>"$results/lab.err" || status=$?
	[ "$status" -ne 0 ] || return 0
	if [ "$status" -eq 1 ] && grep -Eq 'apt-get install|no kernel|cannot be (had|got|fetched)' "$results/lab.err"; then
		tail -n 1 "$results/lab.err" >"$results/skip"
		return
	fi
	echo "guest $guest ($*): exit $status"
	cat "$results/lab.out" "$results/lab.err"
	return 1
}

# from GUEST: the results that the test is about; skips it where there are none.
from()
{
	results=$BATS_FILE_TMPDIR/$1
	[ ! -e "$results/skip" ] || skip "$(cat "$results/skip")"
}

# exits NAME CODE
exits()
{
	local code

	code=$(cat "$results/$1.rc")
	[ "$code" -eq "$2" ] || {
		echo "$1: exit $code instead of $2"
		cat "$results/$1.out" "$results/$1.err"
		return 1
	}
}

# says FILE TEXT: TEXT is somewhere in FILE (NAME.err, NAME.out), as it stands.
says()
{
	grep -Fq -- "$2" "$results/$1" || {
		echo "$1 does not say '$2' but:"
		cat "$results/$1"
		return 1
	}
}

# holds NAME EXPRESSION: NAME measured, and EXPRESSION is true of its results; see holds.py.
holds()
{
	exits "$1" 0 && true_of "$1" "$2"
}

# true_of NAME EXPRESSION: the same of a run that may have failed.
true_of()
{
	python3 "$BATS_TEST_DIRNAME/holds.py" "$results/$1.json" "$2"
}

# same FILE FILE: of the results, byte by byte.
same()
{
	diff "$results/$1" "$results/$2"
}
