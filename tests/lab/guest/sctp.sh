# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# sctp.sh - SCTP in both modes and all sizes; or, on a kernel without it, what is said then.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

try check cgpong-sctp-rr --check
if [ ! -e /proc/net/sctp ]; then
	pong missing sctp-rr --no-count
	pong missing-stream sctp-stream --no-count
	exit 0
fi
pong process sctp-rr --no-count -n 8
pong threads sctp-rr --no-count -n 8 -m thread
pong large sctp-rr --no-count -s 64k --reply-size 10k
pong nodelay sctp-rr --no-count --nodelay -g root,leaf
try ops cgpong-sctp-rr --no-count -i 100 -r 3 -w 0s -n 2 -o /out/ops.json
pong split sctp-rr --no-count -g split
pong same-cpu sctp-rr --no-count -p same-cpu
try stream cgpong-sctp-stream -d 50ms -r 1 -w 0s --count --count-ops 300 -g root,leaf -o /out/stream.json
begin stopped sctp-rr -n 8
end stopped
grep -c ESTABLISHED /proc/net/sctp/assocs >/out/left
sleep 1
cat /proc/net/sctp/assocs >/out/assocs
exit 0
