#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # variables of common.bash and of bats
#
# abi.bats - what the shared library promises to workloads outside the tree does not change unnoticed.

load common

library=$package_build/lib/libcgpong.so

setup()
{
	need_build
}

# promised: the list that is checked in.
promised()
{
	sed -n 's/^\t\(cg_[a-z0-9_]*\);$/\1/p' "$tree/lib/libcgpong.map" | sort
}

@test "the symbols exported are those of libcgpong.map, and no others" {
	nm -D --defined-only "$library" | awk '$2 != "A" { sub(/@@CGPONG_1$/, "", $3); print $3 }' | sort >"$BATS_TEST_TMPDIR/exported"
	promised >"$BATS_TEST_TMPDIR/promised"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/promised")" -gt 30 ]
	diff "$BATS_TEST_TMPDIR/promised" "$BATS_TEST_TMPDIR/exported"
}

@test "the functions that the public headers declare are those of libcgpong.map, and no others" {
	"$tree/tests/package/interface" | grep -v '^static inline' | grep -oE '\bcg_[a-z0-9_]+\(' | tr -d '(' |
		grep -vxE 'cg_(read|write)_all' | sort -u >"$BATS_TEST_TMPDIR/declared"
	promised >"$BATS_TEST_TMPDIR/promised"
	diff "$BATS_TEST_TMPDIR/promised" "$BATS_TEST_TMPDIR/declared"
}

@test "what the public headers declare is what they declared" {
	"$tree/tests/package/interface" | diff "$tree/tests/package/interface.txt" - || {
		echo "The interface of the library has changed. New functions, and fields at the end of cg_workload,"
		echo "cg_worker and cg_check, are fine: raise abi_minor in packaging/CMakeLists.txt. Anything else breaks"
		echo "workloads that were built before: raise abi. Then: tests/package/interface >tests/package/interface.txt"
		false
	}
}

@test "a header is enough to itself, and needs no others of the library's" {
	local header

	mkdir "$BATS_TEST_TMPDIR/cgpong"
	cp "$tree"/lib/{workload,error,place}.h "$BATS_TEST_TMPDIR/cgpong"
	for header in workload error place; do
		echo "#include <cgpong/$header.h>" |
			gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$BATS_TEST_TMPDIR" -x c -
	done
}

@test "the soname says the ABI's version, and programs find the library by it" {
	local abi

	abi=$(sed -n 's/^set(abi \([0-9]*\)).*/\1/p' "$tree/packaging/CMakeLists.txt")
	readelf -d "$library" | grep -F "Library soname: [libcgpong.so.$abi]"
	[ "$(readlink "$library")" = "libcgpong.so.$abi" ]
	# The package is named after it.
	grep -q "libcgpong$abi" "$tree/packaging/libcgpong$abi.lintian-overrides"
}

@test "a program built for a newer library is told so; one built for an older is served" {
	cat >"$BATS_TEST_TMPDIR/w.c" <<-'END'
		#include <stdlib.h>
		#include "workload.h"
		static int run(struct cg_worker *worker, uint64_t n) { (void)worker; (void)n; return 0; }
		static const struct { struct cg_workload first; long more; } workload = {
			{ .name = "w", .summary = "w", .op = "w", .members = 1, .run = run }, 1 };
		/* All that comes after .run is as if it were not there. */
		int main(int argc, char **argv)
		{
			size_t size = getenv("NEWER") ? sizeof(workload) : offsetof(struct cg_workload, finish);
			return cg_workload_main(&workload.first, size, argc, argv);
		}
	END
	gcc -Wall -Werror -I "$tree/lib" -o "$BATS_TEST_TMPDIR/cgpong-w" "$BATS_TEST_TMPDIR/w.c" "$library" \
		-Wl,-rpath,"${library%/*}"
	run -1 --separate-stderr env NEWER=1 "$BATS_TEST_TMPDIR/cgpong-w"
	[ ${#stderr_lines[@]} -eq 1 ]
	[[ $stderr == "cgpong-w: this program was built for a newer cgpong than the library's "*"(install "* ]]
	run -0 --separate-stderr "$BATS_TEST_TMPDIR/cgpong-w" --cgroup inherit -r 2 -i 10 -w 0 --no-count
	[[ ${lines[-1]} == "RESULT workload=w status=measured"* ]]
}
