# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # variables for the tests
#
# common.bash - what the tests of the installation and the packages share.
#
# They look at a build of their own, as scripts/package makes it: build-package, or CGPONG_PACKAGE_BUILD.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
package_build=${CGPONG_PACKAGE_BUILD:-$tree/build-package}
multiarch=$(gcc -print-multiarch 2>/dev/null) || multiarch=
example=$tree/examples/unix-dgram
# Not by way of a wrapper.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
unset CGPONG_DATADIR CGPONG_BIN LD_LIBRARY_PATH PKG_CONFIG_PATH

need()
{
	local command

	for command; do
		type -P "$command" >/dev/null || skip "needs $command"
	done
}

is_built()
{
	[ -e "$package_build/lib/libcgpong.so" ] && [ -e "$package_build/guest/cgpong" ]
}

need_build()
{
	is_built || skip "nothing is built in $package_build: scripts/package"
}

# install_prefix DIRECTORY: everything, under it.
install_prefix()
{
	DESTDIR='' cmake --install "$package_build" --prefix "$1" >/dev/null
}

# use_prefix DIRECTORY: as a user who has installed cgpong there.
use_prefix()
{
	export PATH=$1/bin:$PATH LD_LIBRARY_PATH=$1/lib/$multiarch
	export PKG_CONFIG_PATH=$1/lib/$multiarch/pkgconfig
}
