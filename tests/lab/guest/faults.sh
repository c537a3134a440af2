# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
# faults.sh - for every fault of scripts/faults/ a workload that shows it.

# shellcheck source=/dev/null
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

uname -rv >/out/uname
pong mq mq-pingpong --count-ops 1000
pong sctp sctp-rr --count-ops 1000
pong unix unix-stream --size 64k --count-ops 1000
pong tcp tcp-rr --size 64 --reply-size 4096 --count-ops 1000
pong fault page-fault -g root,leaf --count-ops 4000
pong deep page-fault -g leaf,deep:8 --count-ops 4000
pong ring tcp-ring --ring 2 -g siblings:2 --count-ops 1000
