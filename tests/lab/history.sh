#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# history.sh TREE FAULT - on a git tree of the kernel, 16 commits, each of which changes a file. The 8th
# crashes at boot, the 9th and the 12th do not compile, and the 11th plants a fault of scripts/faults/.
# Prints the hash of the 11th.
set -euo pipefail

scripts=$(cd "$(dirname "$0")/../../scripts" && pwd)
fault=$scripts/faults/$2
files=(mm/memcontrol.c ipc/mqueue.c mm/shmem.c mm/oom_kill.c)
pristine=$(mktemp -d)
trap 'rm -rf "$pristine"' EXIT
cd "$1"

for number in {1..16}; do
	sed -i '/THIS ONE ONLY/d' "${files[@]}"
	file=${files[number % 4]}
	subject="a remark in $file"
	echo "/* $number */" >>"$file"
	case $number in
	8)
		subject="crash at boot"
		echo 'static int __init crash(void) { panic("crash"); return 0; }' \
			'fs_initcall(crash); /* THIS ONE ONLY */' >>ipc/mqueue.c
		;;
	9 | 12)
		subject="do not compile"
		echo 'int undeclared(void) { return nothing; } /* THIS ONE ONLY */' >>mm/oom_kill.c
		;;
	11)
		subject="plant $2"
		"$scripts/lab.d/plant" "$pristine" . "$fault"
		;;
	esac
	git commit -qam "$number: $subject"
	[[ $number != 11 ]] || git rev-parse HEAD
done
