# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# locked.sh - a kernel that was locked down from the start.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

mount -t securityfs securityfs /sys/kernel/security
cp /sys/kernel/security/lockdown /out/lockdown
pong default tcp-rr --profile
pong count tcp-rr --count
exit 0
