/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * workload.h - all that a workload knows of the library.
 *
 * A workload is one file in cmd/ with a few callbacks and, last in the file, one
 * `const struct cg_workload cg_workload`. main() lives in the library and finds
 * it by that name. docs/add-a-workload.md walks through the smallest one.
 *
 * This header, error.h and place.h are installed for workloads outside the tree, and the
 * shared library keeps them working: within one soname, what is here stays as it is, but for new
 * functions and for fields added at the end of cg_workload, cg_worker and cg_check.
 */
#ifndef CGPONG_WORKLOAD_H
#define CGPONG_WORKLOAD_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

#include "error.h"
#include "place.h"

struct cg_option_values;

/* One worker: a process or a thread that plays one member of one instance. */
struct cg_worker {
	size_t instance;	 /* which copy of the workload, from 0 */
	unsigned int member;	 /* which member of its instance, 0 leads */
	unsigned int nr_members; /* how many members an instance has */
	const struct cg_option_values *options;
	void *state;			   /* state_size zeroed bytes on the worker's own node */
	struct cg_worker_private *private; /* the library's */
};

/* What check() is told. */
struct cg_check {
	const struct cg_option_values *options;
	size_t nr_instances; /* of one context */
	size_t nr_contexts;  /* all of them are alive at once, one runs at a time */
	unsigned int nr_members;
	bool charges;	 /* to clear where these options make ops that charge nothing */
	char note[128];	 /* to fill: something a reader of the results must know; "" for nothing */
	bool huge_pages; /* to set: files may get huge pages, and ops would be something else then */
};

enum cg_option_type {
	CG_OPTION_BYTES,  /* an integer with k, M, G; cg_option_u64() */
	CG_OPTION_NUMBER, /* an integer; cg_option_u64() */
	CG_OPTION_CHOICE, /* one of .choices; cg_option_is() */
	CG_OPTION_TEXT,	  /* any text; cg_option_text() */
	CG_OPTION_FLAG,	  /* takes no value; cg_option_u64() is 0 or 1 */
};

/* An option of a workload, which may have 12; a table of them ends with a NULL name. */
struct cg_option {
	const char *name; /* long name, without dashes, and none that all workloads have */
	char letter;	  /* short name: 's' for "size", which means the same everywhere, else 0 */
	enum cg_option_type type;
	const char *value_name;	    /* for help: "BYTES" */
	const char *fallback;	    /* default, as text; NULL for a flag */
	uint64_t min, max;	    /* inclusive, for BYTES and NUMBER */
	const char *const *choices; /* NULL-terminated, for CHOICE */
	const char *help;	    /* one line, no full stop */
};

/* A rate reported beside ops/sec; a table of them ends with a NULL name. */
struct cg_rate {
	const char *name;    /* as in JSON: "messages_per_sec" */
	unsigned int per_op; /* how many of them one op is */
};

struct cg_workload {
	const char *name;    /* "tcp-rr"; the program is cgpong-<name> */
	const char *summary; /* one line, no full stop */
	const char *op;	     /* what one op is: "round trip" */

	/* Workers of an instance; 0: as many as the NUMBER option named .members_option says. */
	unsigned int members;
	const char *members_option;
	/* A ring: `siblings:N` spreads members, not instances, over the cgroups; the default
	 * context is siblings:<members>. */
	bool by_member;

	enum cg_place place;		 /* default placement; 0: cross-node, else same-node */
	const struct cg_option *options; /* NULL: none but the common ones */
	const struct cg_rate *rates;	 /* NULL: none but ops/sec */
	bool moves_bytes;		 /* an op moves --size bytes: report MB/s as well */
	bool charges;			 /* an op charges memory to the worker's cgroup */
	size_t state_size;		 /* bytes of cg_worker.state */
	unsigned int fds;		 /* descriptors a worker keeps open */

	/*
	 * cycle() - after how many ops the work repeats itself, for work whose parts differ (a map
	 * of N pages and its unmap). Counted rounds do a multiple of it, so that their figures
	 * are those of the whole. Optional: 1.
	 */
	uint64_t (*cycle)(const struct cg_option_values *options);

	/*
	 * check() - can this machine run it? Called once, in the parent, before anything is
	 * created. Returns 0, or -errno after cg_error_skip() with reason and cure. Optional.
	 */
	int (*check)(struct cg_check *check, struct cg_error *error);

	/*
	 * sweep() - remove what dead workers, of this run or of one that was killed, have left
	 * in the file system. Called in the parent before the first worker is started and
	 * after the last is gone. Optional.
	 */
	void (*sweep)(const struct cg_option_values *options);

	/*
	 * prepare() - get buffers and descriptors. Called once in every worker, when it is pinned
	 * and in its cgroup, so that memory is local and charged. All members of an instance
	 * prepare at the same time and may exchange with cg_send() and cg_receive(), which
	 * block. Returns 0, or -errno after cg_fail(). Optional.
	 */
	int (*prepare)(struct cg_worker *worker);

	/*
	 * run() - do exactly @n ops, @n >= 1. Called again and again in every worker, with the same
	 * sum in all members of an instance but not always cut into the same pieces: a member
	 * must not assume that another's call ends where its own does, and must keep its position
	 * in .state. Blocks only in the system calls that are its work. No clock, no allocation,
	 * no lock, no print. Returns 0, or -errno after cg_fail(), which voids the round.
	 */
	int (*run)(struct cg_worker *worker, uint64_t n);

	/*
	 * finish() - undo what the death of the process does not: the last call in a worker.
	 * Returns as prepare(). Optional.
	 */
	int (*finish)(struct cg_worker *worker);
};

/* Every workload's file defines it, last. */
extern const struct cg_workload cg_workload;

/**
 * cg_workload_main() - the program around a workload; called by the library's main() and nobody else
 * @workload: what the program is
 * @size: bytes of *@workload, as the program was compiled
 *
 * Return: the program's exit code.
 */
int cg_workload_main(const struct cg_workload *workload, size_t size, int argc, char **argv);

/* ---- Options ---- */

/** cg_option_u64() - an option's number (BYTES: bytes; FLAG: 0 or 1); aborts on a wrong name */
uint64_t cg_option_u64(const struct cg_option_values *options, const char *name);

/** cg_option_text() - an option's text, owned by the library; aborts on a wrong name */
const char *cg_option_text(const struct cg_option_values *options, const char *name);

/** cg_option_is() - whether an option's text is @text */
bool cg_option_is(const struct cg_option_values *options, const char *name, const char *text);

/* ---- Failing ---- */

/**
 * cg_fail() - record the call that failed, with errno; the run ends and says so
 * @format: the call and its object, printf style: "write to the socket"
 *
 * An errno of 0 means that the call returned something other than the workload expects.
 *
 * Return: -errno, never 0. So: `return cg_fail(worker, "mq_send");`
 */
int cg_fail(struct cg_worker *worker, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));

/*
 * What follows and takes a worker returns -errno, or NULL, only after cg_fail() with the call that
 * failed: pass it on as it is. What takes an error has filled it.
 */

/* ---- Between the members of an instance, in prepare() only ---- */

/** cg_send() - send @size bytes (at most 256) to another member. Return: 0 or -errno */
int cg_send(struct cg_worker *worker, unsigned int member, const void *data, size_t size);

/** cg_receive() - wait for the next message to us; it must have @size bytes. Return: 0 or -errno */
int cg_receive(struct cg_worker *worker, void *data, size_t size);

/** cg_send_fd() - send a descriptor to another member; ours stays open. Return: 0 or -errno */
int cg_send_fd(struct cg_worker *worker, unsigned int member, int fd);

/** cg_receive_fd() - wait for a descriptor. Return: the descriptor, ours to close, or -errno */
int cg_receive_fd(struct cg_worker *worker);

/* ---- Things that workloads have in common, for prepare() ---- */

/**
 * cg_buffer() - memory for messages, page-aligned, touched here, so on this worker's node and
 * charged to its cgroup; it lives as long as the worker
 * Return: the memory, filled with a pattern, or NULL after cg_fail()
 */
void *cg_buffer(struct cg_worker *worker, size_t bytes);

/**
 * cg_share_pair() - the two ends of a pair of descriptors, one for each member
 * @make: socketpair() or pipe() in a wrapper: fills fds, returns 0 or -1 with errno
 * @name: what it makes, for messages: "socketpair"
 *
 * Member 0 makes them and keeps fds[0]; member 1 gets fds[1]. Return: the descriptor or -errno.
 */
int cg_share_pair(struct cg_worker *worker, int (*make)(int fds[2]), const char *name);

/**
 * cg_loopback_connect() - member 0 connects to member 1 over IPv4 loopback
 * @type, @protocol: as for socket(): SOCK_STREAM and IPPROTO_TCP, IPPROTO_SCTP, ...
 *
 * Member 1 listens on a port the kernel picks and accepts; either way the socket is created
 * by the member that uses it. Return: the connected descriptor, or -errno.
 */
int cg_loopback_connect(struct cg_worker *worker, int type, int protocol);

/** cg_socket_flag() - setsockopt() with the value 1. Return: 0 or -errno */
int cg_socket_flag(struct cg_worker *worker, int fd, int level, int option, const char *name);

/**
 * cg_unlinked_file() - a sparse file that nobody else sees, gone with its last descriptor
 * @directory: where; must exist
 * @bytes: its length
 * Return: the descriptor (read and write), or -errno
 */
int cg_unlinked_file(struct cg_worker *worker, const char *directory, uint64_t bytes);

/**
 * cg_mqueue() - a POSIX message queue without a name: blocking, to read and write, gone with
 * its last descriptor; a Linux mqd_t is a descriptor and can be sent with cg_send_fd()
 * @max_messages: mq_maxmsg
 * @message_bytes: mq_msgsize
 * Return: the descriptor, or -errno
 */
int cg_mqueue(struct cg_worker *worker, long max_messages, long message_bytes);

/* ---- For check() ---- */

/**
 * cg_check_socket() - whether this kernel makes such sockets
 * @name: the protocol, for the message: "SCTP"
 * @cure: how to get it: "modprobe sctp (CONFIG_IP_SCTP)"
 * Return: 0, or -errno (skipped)
 */
int cg_check_socket(struct cg_error *error, int domain, int type, int protocol, const char *name,
		    const char *cure);

/**
 * cg_check_mqueues() - whether @queues queues of this shape can be had at once
 *
 * Raises our own RLIMIT_MSGQUEUE where we may. With too small a fs.mqueue.queues_max, and the
 * privilege, moves this process into an IPC namespace of its own and raises it there: the
 * machine's own stays as it is. Return: 0, or -errno (skipped) with the limit and its cure.
 */
int cg_check_mqueues(struct cg_error *error, uint64_t queues, uint64_t max_messages,
		     uint64_t message_bytes);

/** cg_mqueue_bytes() - what one queue of this shape counts against RLIMIT_MSGQUEUE */
uint64_t cg_mqueue_bytes(uint64_t max_messages, uint64_t message_bytes);

/**
 * cg_check_memory() - whether @bytes of memory are available (MemAvailable of /proc/meminfo)
 * Return: 0, or -ENOMEM (skipped)
 */
int cg_check_memory(struct cg_error *error, uint64_t bytes);

/**
 * cg_check_directory() - whether files can be made in @directory; notes its filesystem
 * Return: 0, or -errno (skipped)
 */
int cg_check_directory(struct cg_check *check, struct cg_error *error, const char *directory);

/**
 * cg_check_huge_pages() - for ops that allocate pages of files in @directory: sets @check->huge_pages
 * where that is a tmpfs that gives huge pages whenever it can
 */
void cg_check_huge_pages(struct cg_check *check, const char *directory);

/* ---- For run(): whole messages over stream descriptors ---- */

/**
 * cg_write_rest() - what is left to do when one write() did not take all; called by cg_write_all()
 * @size: of the whole of @data, in bytes
 * @first: what that write() returned: a number of bytes, or -1 with errno
 * Return: 0, or -errno
 */
int cg_write_rest(struct cg_worker *worker, int fd, const void *data, size_t size, ssize_t first);

/** cg_read_rest() - as cg_write_rest(), for read() and cg_read_all(); the end of file is an error */
int cg_read_rest(struct cg_worker *worker, int fd, void *data, size_t size, ssize_t first);

/** cg_write_all() - write exactly @size bytes, one write() as a rule. Return: 0 or -errno */
static inline int cg_write_all(struct cg_worker *worker, int fd, const void *data, size_t size)
{
	ssize_t written = write(fd, data, size);

	if (__builtin_expect(written == (ssize_t)size, 1))
		return 0;
	return cg_write_rest(worker, fd, data, size, written);
}

/** cg_read_all() - read exactly @size bytes, one read() as a rule. Return: 0 or -errno */
static inline int cg_read_all(struct cg_worker *worker, int fd, void *data, size_t size)
{
	ssize_t got = read(fd, data, size);

	if (__builtin_expect(got == (ssize_t)size, 1))
		return 0;
	return cg_read_rest(worker, fd, data, size, got);
}

/* ---- Request and response over stream descriptors ---- */

/* What member 0 (asks) and member 1 (answers) need for round trips. */
struct cg_exchange {
	int out, in; /* descriptors; the same for a socket */
	size_t request_size, reply_size;
	void *request, *reply;
};

/**
 * cg_exchange_buffers() - get the buffers, first thing in prepare()
 * @request_size, @reply_size: bytes, at least 1
 * Return: 0 or -errno.
 */
int cg_exchange_buffers(struct cg_worker *worker, struct cg_exchange *exchange, size_t request_size,
			size_t reply_size);

/**
 * cg_exchange_run() - @n round trips: member 0 writes a request and reads a reply, member 1 reads the
 * request and writes the reply. Return: 0 or -errno
 */
int cg_exchange_run(struct cg_worker *worker, const struct cg_exchange *exchange, uint64_t n);

/* ---- One-way streams ---- */

/* What member 0 (writes) and member 1 (reads) need. */
struct cg_stream {
	int fd;
	size_t size;
	void *block;
};

/** cg_stream_run() - @n blocks: member 0 writes each with one call as a rule, member 1 reads them.
 * Return: 0 or -errno */
int cg_stream_run(struct cg_worker *worker, const struct cg_stream *stream, uint64_t n);

/* ---- Rings: one token handed round, op = one hop ---- */

/**
 * cg_ring_fd() - a descriptor from each member to the next
 * @make: makes a pair: fds[0] to send to, fds[1] to receive from; both are the sender's making
 *	and so charged to its cgroup. Returns 0, or -errno after cg_fail()
 * @out: set: where this member sends
 * @in: set: where it receives; in a ring of one, its own
 *
 * Return: 0 or -errno.
 */
int cg_ring_fd(struct cg_worker *worker, int (*make)(struct cg_worker *worker, int fds[2]),
	       int *out, int *in);

/**
 * cg_ring_run() - @n hops: hop h is sent by member h mod k and received by the next
 * @hop: the hop this member comes to next; 0 before the first
 * @send, @receive: one message each; 0 or -errno
 *
 * Return: 0 or -errno.
 */
int cg_ring_run(struct cg_worker *worker, uint64_t *hop, uint64_t n,
		int (*send)(struct cg_worker *worker), int (*receive)(struct cg_worker *worker));

/**
 * cg_loopback_pair() - both ends of a TCP connection over IPv4 loopback, made by this worker alone
 * @fds: set on success; the worker's, closed by its end if not before
 * Return: 0, or -errno
 */
int cg_loopback_pair(struct cg_worker *worker, int fds[2]);

/* ---- Files ---- */

/**
 * cg_scratch_open() - a directory of this worker's own below @directory, "cgpong.<pid>.<tid>"
 * Return: a descriptor, held locked while the worker lives, or -errno. cg_scratch_sweep()
 * removes it once the worker is dead.
 */
int cg_scratch_open(struct cg_worker *worker, const char *directory);

/** cg_scratch_sweep() - remove the scratch directories of dead workers, with the files in them */
void cg_scratch_sweep(const char *directory);

#endif
