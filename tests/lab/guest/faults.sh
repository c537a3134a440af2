# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
# faults.sh - the workloads that show the fault of this kernel, or on a healthy one all of them.

# shellcheck source=/dev/null
. ./common.sh

show()
{
	case $1 in
	mq) pong mq mq-pingpong ;;
	sctp) pong sctp sctp-rr ;;
	unix) pong unix unix-stream --size 64k ;;
	tcp) pong tcp tcp-rr --size 64 --reply-size 4096 ;;
	fault) pong fault page-fault -g root,leaf --count-ops 2000 ;;
	deep) pong deep page-fault -g leaf,deep:8 --count-ops 2000 ;;
	lock) pong lock file-lock ;;
	ring) pong ring tcp-ring --ring 2 -g siblings:2 ;;
	esac
}

uname -rv >/out/uname
case $(uname -v) in
'#1-batch16 '*) set -- unix ;;
'#1-chargeroot '* | '#1-nostock '*) set -- fault ;;
'#1-filelock '*) set -- lock ;;
'#1-objdrain '* | '#1-objstock1 '*) set -- mq ;;
'#1-onestock '*) set -- ring ;;
'#1-statwalk '*) set -- deep ;;
'#1-trim '*) set -- tcp ;;
'#1-unbatched '*) set -- sctp unix ;;
*) set -- mq sctp unix tcp fault deep ring lock ;;
esac
for name; do
	show "$name"
done
