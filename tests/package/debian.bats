#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # variables of common.bash and of bats
#
# debian.bats - Debian's packages of this tree: what is in them, that they install and run on a clean
# Debian 12, and what their programs say in a sandbox that lets them do next to nothing.

load common
load debian

quick=(-r 2 -d 20ms -w 0)

setup_file()
{
	bats_require_minimum_version 1.5.0
	# Not a skip: whoever builds the tree has what this needs (scripts/check installs it).
	"$tree/scripts/package" --build "$package_build" --out "$BATS_FILE_TMPDIR/out" 2>"$BATS_FILE_TMPDIR/log" || {
		cat "$BATS_FILE_TMPDIR/log"
		return 1
	}
	make_root "$BATS_FILE_TMPDIR/root" "$BATS_FILE_TMPDIR"/out/*.deb || [ -s "$BATS_FILE_TMPDIR/skip" ]
	# For nobody.
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" "${BATS_FILE_TMPDIR%/*}"
}

setup()
{
	out=$BATS_FILE_TMPDIR/out
	root=$BATS_FILE_TMPDIR/root
	version=$(sed -n 's/^project(cgpong VERSION \([0-9.]*\).*/\1/p' "$tree/CMakeLists.txt")
}

# contents PACKAGE
contents()
{
	dpkg-deb -c "$out/$1"_*.deb
}

need_root()
{
	[ ! -e "$BATS_FILE_TMPDIR/skip" ] || skip "$(cat "$BATS_FILE_TMPDIR/skip")"
}

# All three are there: the tests below may be run one by one.
need_installed()
{
	need_root
	[ -e "$root/installed" ] || {
		as_root "$root" sh -c 'export DEBIAN_FRONTEND=noninteractive
			apt-get update -q && apt-get install -q -y --no-install-recommends cgpong libcgpong1 libcgpong-dev' >"$BATS_FILE_TMPDIR/apt.log" 2>&1 || {
			cat "$BATS_FILE_TMPDIR/apt.log"
			return 1
		}
		: >"$root/installed"
	}
}

need_sandbox()
{
	need_installed
	need bwrap setpriv
	run in_sandbox "$root" true
	[ "$status" -eq 0 ] || skip "no sandbox can be had: $output"
}

@test "there are three packages, each with its copyright and changes" {
	local package

	for package in cgpong libcgpong1 libcgpong-dev; do
		[ "$(dpkg-deb -f "$out/$package"_*.deb Version)" = "$version" ]
		contents $package | grep -q " ./usr/share/doc/$package/copyright$"
		contents $package | grep -q " ./usr/share/doc/$package/changelog.gz$"
		# All below /usr, and root's.
		[ -z "$(contents $package | awk '$2 != "root/root" || $6 !~ /^\.\/usr\//')" ]
	done
	head -n 1 "$tree/packaging/changelog" | grep -qF "cgpong ($version) "
}

@test "cgpong has programs, data, scripts, guest programs, completions and compressed pages" {
	local name

	contents cgpong >"$BATS_TEST_TMPDIR/contents"
	for name in "$tree"/cmd/*.c; do
		name=$(basename "$name" .c)
		[ "$name" = cgpong ] || name=cgpong-$name
		grep -q " ./usr/bin/$name$" "$BATS_TEST_TMPDIR/contents"
		grep -q " ./usr/libexec/cgpong/guest/$name$" "$BATS_TEST_TMPDIR/contents"
		grep -q " ./usr/share/man/man1/$name.1.gz$" "$BATS_TEST_TMPDIR/contents"
		grep -q " ./usr/share/bash-completion/completions/$name\( \|$\)" "$BATS_TEST_TMPDIR/contents"
	done
	for name in "$tree"/recipes/*.recipe "$tree"/cgroups/*.ini; do
		grep -q " ./usr/share/cgpong/${name#"$tree"/}$" "$BATS_TEST_TMPDIR/contents"
	done
	for name in topology results recipe; do
		grep -q " ./usr/share/man/man5/cgpong-$name.5.gz$" "$BATS_TEST_TMPDIR/contents"
	done
	run ! grep -E '/man/.*[0-9]$|__pycache__|\.pyc' "$BATS_TEST_TMPDIR/contents"
}

@test "packages depend on the libraries that their programs are linked with" {
	run -0 dpkg-deb -f "$out"/cgpong_*.deb Depends
	[[ $output == *"libc6 (>= "* && $output == *libnuma1* && $output == *libjansson4* && $output == *liburing2* ]]
	run -0 dpkg-deb -f "$out"/libcgpong-dev_*.deb Depends
	[[ $output == *"libcgpong1 (= $version)"* ]]
	dpkg-deb -I "$out"/libcgpong1_*.deb shlibs | grep -x "libcgpong 1 libcgpong1 (>= $version)"
}

@test "lintian finds nothing" {
	need lintian
	run -0 lintian --allow-root --fail-on error,warning "$out"/*.deb
	[ -z "$output" ]
}

@test "a clean Debian 12 takes them, and the programs run" {
	local name

	need_installed
	run -0 as_root "$root" cgpong list
	[ ${#lines[@]} -eq "$(find "$tree/cmd" -name '*.c' ! -name cgpong.c | wc -l)" ]
	as_root "$root" cgpong doctor >"$BATS_TEST_TMPDIR/doctor"
	grep -q '^ok .*unix-rr' "$BATS_TEST_TMPDIR/doctor"
	run -0 --separate-stderr as_root "$root" cgpong run unix-rr --cgroup inherit --no-count "${quick[@]}" -o /tmp/r.json
	[[ ${lines[-1]} == "RESULT workload=unix-rr status=measured"* ]]
	run -0 as_root "$root" cgpong compare /tmp/r.json /tmp/r.json
	run -0 as_root "$root" cgpong list --recipes
	[[ $output == *mq-objcg* ]]
	run -0 as_root "$root" cgpong lab --help
	# What the lab needs is named, one thing at a time.
	run -1 as_root "$root" cgpong lab run -- true
	[[ $output == *"apt-get install"* ]]
	[ -z "$(as_root "$root" dpkg --verify cgpong libcgpong1 libcgpong-dev)" ]
}

@test "a workload built with libcgpong-dev elsewhere runs with libcgpong1" {
	need_installed
	# What the package has, where it says it is.
	dpkg-deb -x "$out"/libcgpong-dev_*.deb "$BATS_TEST_TMPDIR/dev"
	dpkg-deb -x "$out"/libcgpong1_*.deb "$BATS_TEST_TMPDIR/dev"
	cp -r "$BATS_TEST_TMPDIR/dev/usr/share/doc/libcgpong-dev/examples/unix-dgram" "$BATS_TEST_TMPDIR/own"
	PKG_CONFIG_PATH=$BATS_TEST_TMPDIR/dev/usr/lib/$multiarch/pkgconfig make -C "$BATS_TEST_TMPDIR/own" \
		install DESTDIR="$root" LDFLAGS= >/dev/null
	run -0 as_root "$root" cgpong list
	[[ $output == *unix-dgram* ]]
	run -0 --separate-stderr as_root "$root" cgpong run unix-dgram --cgroup inherit --no-count "${quick[@]}"
	[[ ${lines[-1]} == "RESULT workload=unix-dgram status=measured"* ]]
	rm "$root/usr/local/bin/cgpong-unix-dgram"
}

@test "in a sandbox doctor says what cannot be done, and how to mend it" {
	local what

	need_sandbox
	in_sandbox "$root" cgpong doctor >"$BATS_TEST_TMPDIR/doctor"
	for what in 'cgroup trees' 'root memcg' counts; do
		grep -E "^no +$what .* — .+ \(.+\)$" "$BATS_TEST_TMPDIR/doctor"
	done
}

@test "in a sandbox every workload is measured where it is, or skipped with a reason" {
	local name measured=0

	need_sandbox
	for name in $(in_sandbox "$root" cgpong list | awk '{ print $1 }'); do
		run --separate-stderr in_sandbox "$root" "cgpong-$name" "${quick[@]}"
		echo "$name: $status: $output $stderr"
		case $status in
		0)
			[[ ${lines[-1]} == "RESULT workload=$name status=measured"* ]]
			# Not in a leaf, and not counted: said, not passed over.
			[[ $stderr == "warning: "* ]]
			measured=$((measured + 1))
			;;
		4)
			[[ -z $output && ${stderr_lines[-1]} == "cgpong-$name: skipped: "*"("*")" ]]
			;;
		*)
			false
			;;
		esac
	done
	[ $measured -gt 10 ]
}

@test "in a sandbox a cgroup that is asked for is skipped in one line, and counts are missed aloud" {
	local contexts

	need_sandbox
	for contexts in leaf root,leaf; do
		run -4 --separate-stderr in_sandbox "$root" cgpong-unix-rr --cgroup $contexts "${quick[@]}"
		[ -z "$output" ]
		[ ${#stderr_lines[@]} -eq 1 ]
		[[ $stderr == "cgpong-unix-rr: skipped: "*"("*")" ]]
	done
	run -0 --separate-stderr in_sandbox "$root" cgpong-unix-rr --cgroup inherit --count "${quick[@]}" --quiet
	[[ $stderr == *"warning: the charge path is not counted: "*"("*")"* ]]
	[[ $output != *charge_walk=[0-9]* ]]
	# What a recipe needs to count it cannot judge.
	run --separate-stderr in_sandbox "$root" cgpong run --recipe mq-objcg --quiet
	[[ ${lines[-1]} == "VERDICT recipe=mq-objcg "*"verdict=skipped"* ]]
	[ "$status" -eq 4 ]
}

@test "purged, nothing of them is left" {
	need_installed
	as_root "$root" sh -c 'apt-get purge -q -y cgpong libcgpong1 libcgpong-dev' >/dev/null
	rm "$root/installed"
	run -0 find "$root" -xdev \( -path "$root/repository" -o -path "$root/var/log" -o -path "$root/var/lib/apt" \
		-o -path "$root/var/cache" -o -path "$root/tmp" \) -prune -o -name '*cgpong*' -print
	[ -z "$output" ]
}
