// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_limits.c - the part of the doctor that looks at what workloads need beside memory:
 * protocols, queues, rings, files.
 */
#include <errno.h>
#include <inttypes.h>
#include <liburing.h>
#include <linux/magic.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "doctor.h"
#include "file.h"
#include "workload.h"

#define MQUEUE_BYTES 64		    /* of mq-pingpong's messages */
#define SHM_BYTES    (128ull << 20) /* of page-fault's file, for each of its tasks */

static void look_at_sctp(struct cg_findings *findings)
{
	struct cg_error why = { 0 };

	if (cg_check_socket(&why, AF_INET, SOCK_STREAM, IPPROTO_SCTP, "SCTP",
			    "modprobe sctp; else use a kernel with CONFIG_IP_SCTP, or cgpong lab "
			    "run -- cgpong-sctp-rr"))
		cg_findings_add_error(findings, CG_FINDING_NO, "sctp", &why);
	else
		cg_findings_add(findings, CG_FINDING_OK, "sctp", "SCTP sockets can be had");
}

/* Two queues a pair; the limits as they stand, which a run with the privilege raises. */
static void look_at_mqueues(struct cg_findings *findings, const struct cg_machine *machine)
{
	uint64_t wanted = 2 * machine->nr_cpus, bytes = cg_mqueue_bytes(1, MQUEUE_BYTES);
	uint64_t queues, pairs;
	struct rlimit limit;

	if (cg_file_read_u64("/proc/sys/fs/mqueue/queues_max", &queues) ||
	    getrlimit(RLIMIT_MSGQUEUE, &limit)) {
		cg_findings_add(findings, CG_FINDING_NO, "mqueue", "no POSIX message queues");
		cg_findings_cure(findings, "use a kernel with CONFIG_POSIX_MQUEUE");
		return;
	}
	pairs = limit.rlim_cur / (2 * bytes);
	if (pairs > queues / 2)
		pairs = queues / 2;
	cg_findings_add(findings, pairs >= wanted ? CG_FINDING_OK : CG_FINDING_WARN, "mqueue",
			"%" PRIu64 " pairs at once: fs.mqueue.queues_max is %" PRIu64
			", RLIMIT_MSGQUEUE %ju%s",
			pairs, queues, (uintmax_t)limit.rlim_cur,
			geteuid() == 0 ? "; a run raises both for itself where it may" : "");
	if (pairs < wanted)
		cg_findings_cure(findings,
				 "sysctl fs.mqueue.queues_max=%" PRIu64 "; ulimit -q %" PRIu64,
				 2 * wanted, 2 * wanted * bytes);
}

static void look_at_io_uring(struct cg_findings *findings)
{
	struct io_uring ring;
	int result = io_uring_queue_init(4, &ring, 0);
	uint64_t disabled = 0;

	if (result == 0) {
		io_uring_queue_exit(&ring);
		cg_findings_add(findings, CG_FINDING_OK, "io_uring", "rings can be had");
		return;
	}
	cg_file_read_u64("/proc/sys/kernel/io_uring_disabled", &disabled);
	cg_findings_add(findings, CG_FINDING_NO, "io_uring", "io_uring_queue_init: %s",
			strerror(-result));
	if (disabled)
		cg_findings_cure(findings, "sysctl kernel.io_uring_disabled=0");
	else if (result == -ENOMEM)
		cg_findings_cure(findings, "ulimit -l unlimited");
	else if (result == -ENOSYS)
		cg_findings_cure(findings, "use a kernel with CONFIG_IO_URING, and a container "
					   "whose seccomp filter allows it");
	else
		cg_findings_cure(findings, "allow it in the container's seccomp filter");
}

static void look_at_files(struct cg_findings *findings)
{
	struct rlimit limit;
	bool few;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	few = limit.rlim_max < 4096;
	cg_findings_add(findings, few ? CG_FINDING_WARN : CG_FINDING_OK, "open files",
			"RLIMIT_NOFILE is %ju; a run raises it up to %ju as it needs",
			(uintmax_t)limit.rlim_cur, (uintmax_t)limit.rlim_max);
	if (few)
		cg_findings_cure(findings, "ulimit -Hn 65536, as root");
}

static void look_at_shm(struct cg_findings *findings)
{
	struct statfs fs;
	uint64_t free_bytes;

	if (statfs("/dev/shm", &fs) || access("/dev/shm", W_OK | X_OK)) {
		cg_findings_add(findings, CG_FINDING_NO, "/dev/shm", "%s", strerror(errno));
		cg_findings_cure(findings, "mount -t tmpfs tmpfs /dev/shm, or --dir DIR");
		return;
	}
	free_bytes = fs.f_bavail * (uint64_t)fs.f_bsize;
	if (fs.f_type != TMPFS_MAGIC) {
		cg_findings_add(findings, CG_FINDING_WARN, "/dev/shm",
				"no tmpfs: page-fault measures another filesystem");
		cg_findings_cure(findings, "page-fault --dir DIR, with DIR on a tmpfs");
	} else if (fs.f_blocks != 0 && free_bytes < SHM_BYTES) {
		cg_findings_add(findings, CG_FINDING_WARN, "/dev/shm",
				"tmpfs with %" PRIu64 " MiB free, %llu needed per page-fault task",
				free_bytes >> 20, SHM_BYTES >> 20);
		cg_findings_cure(findings, "mount -o remount,size=50%% /dev/shm");
	} else {
		cg_findings_add(findings, CG_FINDING_OK, "/dev/shm", "tmpfs, %" PRIu64 " MiB free",
				free_bytes >> 20);
	}
}

void cg_doctor_limits(struct cg_findings *findings, const struct cg_machine *machine)
{
	look_at_sctp(findings);
	look_at_mqueues(findings, machine);
	look_at_io_uring(findings);
	look_at_files(findings);
	look_at_shm(findings);
}
