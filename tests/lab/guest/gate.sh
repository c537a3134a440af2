# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
# gate.sh - a kernel gated by count: against itself, with one walk more per ten ops, and against another
# kernel's baseline where one was brought along (mq-other.json).

# shellcheck source=/dev/null
. ./common.sh

gates=3
[ ! -e full ] || gates=100
short="--rounds 1 --duration 20ms --warmup 10ms --count-ops 400"

# gates_of NAME WALK: gates of the test workload that walks every WALKth op; how often each exit code was
# there goes to NAME.codes, one line a code.
gates_of()
{
	local i=0

	while [ $i -lt $gates ]; do
		CGPONG_LIAR_WALK=$2 try "$1" cgpong gate --by counts --baseline /out/liar.json liar --members 1
		cat "/out/$1.rc"
		i=$((i + 1))
	done | sort | uniq -c | sed 's/^ *//' >"/out/$1.codes"
}

# shellcheck disable=SC2086 # words
CGPONG_LIAR_WALK=10 try liar-update cgpong gate --baseline /out/liar.json --update --runs 3 liar --members 1 $short
echo $gates >/out/gates
gates_of same 10
gates_of more 5
# shellcheck disable=SC2086
try mq-update cgpong gate --baseline /out/mq.json --update --runs 3 mq-pingpong $short
try mq-same cgpong gate --by counts --baseline /out/mq.json mq-pingpong
try no-counts cgpong gate --by counts --baseline /out/mq.json mq-pingpong --no-count
if [ -e mq-other.json ]; then
	try mq-other cgpong gate --by counts --baseline mq-other.json mq-pingpong
	try mq-compare cgpong compare mq-other.json /out/mq.json
fi
