# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# nomem.sh - a kernel whose memory controller is switched off.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

pong default tcp-rr
pong inherit tcp-rr -g inherit --no-count
try leaf cgpong-tcp-rr -g leaf
try root cgpong-tcp-rr -g root
exit 0
