// SPDX-License-Identifier: GPL-2.0-only
/*
 * bare.c - five workloads as bare loops: the yardstick for what the harness costs.
 *
 *	bench-bare WORKLOAD SECONDS [CPU0 CPU1]
 *	bench-bare WORKLOAD --ops N [CPU0 CPU1]
 *
 * Makes the same system calls as the suite's workload of that name, with the same sizes, whole
 * messages and every result checked, in loops as tight as can be written by hand: no library,
 * no options, no counters. What cgpong-WORKLOAD loses against it on the same two CPUs is the
 * harness's own cost. Run the two in turns, many times, and compare medians: the machine drifts.
 *
 * Two processes are forked, the leader on CPU0 and the follower on CPU1 (one, on CPU0, for
 * page-fault); without CPUs given, the first two we may use. With SECONDS the leader warms up
 * for 200 ms and looks at the clock every 2 ms, which it measures in ops; with --ops it does
 * exactly N, without warm-up, for callgrind. The leader's count and clock make the last line:
 *
 *	WORKLOAD ops=N seconds=S ops_per_sec=R
 *
 * Exit code 0, 1 if anything failed, 64 for wrong usage.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MESSAGE_BYTES  64
#define BLOCK_BYTES    (64ul * 1024)
#define MAP_BYTES      (128ul * 1024 * 1024)
#define WARMUP_SECONDS 0.2
#define WARMUP_OPS     32 /* between two looks at the clock, as long as the rate is not known */
/* As in the harness. Longer ones end more often in somebody else's time slice, and look slower. */
#define BATCH_SECONDS 0.002
#define MAX_CPUS      65536 /* far above any kernel's NR_CPUS */
#define MAX_SECONDS   86400
#define EXIT_USAGE    64

/* One process's ends of what connects the two, and where it stands. */
struct side {
	int in, out;
	int file;
	char *map; /* NULL between two mappings */
	size_t touched;
	_Alignas(4096) char buffer[BLOCK_BYTES];
};

struct bare {
	const char *name;
	void (*connect)(struct side *leader, struct side *follower);
	void (*lead)(struct side *side, uint64_t n); /* exactly n ops */
	void (*end)(struct side *side);		     /* the leader is done: let follow() return */
	void (*follow)(struct side *side);	     /* NULL: the leader works alone */
};

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "bench-bare: %s: %s\n", what, errno ? strerror(errno) : "wrong size");
	exit(EXIT_FAILURE);
}

/* ---- Whole messages over stream descriptors ---- */

static void write_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t written = write(fd, data, size);

		if (written < 0)
			die("write");
		data += written;
		size -= (size_t)written;
	}
}

/* False at the end of the stream, which may only come between two messages. */
static bool read_all(int fd, char *data, size_t size)
{
	size_t left = size;

	while (left) {
		ssize_t got = read(fd, data, left);

		if (got < 0)
			die("read");
		if (got == 0) {
			if (left == size)
				return false;
			errno = 0;
			die("read");
		}
		data += got;
		left -= (size_t)got;
	}
	return true;
}

static void close_side(struct side *side)
{
	close(side->in);
	if (side->out != side->in)
		close(side->out);
}

/* ---- unix-stream: one way, one write of 64 KiB an op ---- */

static void socketpair_connect(struct side *leader, struct side *follower)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
		die("socketpair");
	leader->in = leader->out = fds[0];
	follower->in = follower->out = fds[1];
}

static void stream_lead(struct side *side, uint64_t n)
{
	for (; n; n--)
		write_all(side->out, side->buffer, BLOCK_BYTES);
}

static void stream_follow(struct side *side)
{
	while (read_all(side->in, side->buffer, BLOCK_BYTES))
		;
}

/* ---- pipe-pingpong and tcp-rr: a round trip of 64 bytes each way ---- */

static void pipe_connect(struct side *leader, struct side *follower)
{
	int there[2], back[2];

	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		die("pipe");
	leader->out = there[1];
	follower->in = there[0];
	follower->out = back[1];
	leader->in = back[0];
}

static void set_nodelay(int fd)
{
	if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int)))
		die("setsockopt TCP_NODELAY");
}

static void tcp_connect(struct side *leader, struct side *follower)
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	socklen_t size = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int server;

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (listener < 0 || client < 0)
		die("socket");
	if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&address, &size))
		die("listen on 127.0.0.1");
	if (connect(client, (struct sockaddr *)&address, size))
		die("connect to 127.0.0.1");
	server = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (server < 0)
		die("accept");
	close(listener);
	set_nodelay(client);
	set_nodelay(server);
	leader->in = leader->out = client;
	follower->in = follower->out = server;
}

static void message_lead(struct side *side, uint64_t n)
{
	for (; n; n--) {
		write_all(side->out, side->buffer, MESSAGE_BYTES);
		if (!read_all(side->in, side->buffer, MESSAGE_BYTES)) {
			errno = EPIPE;
			die("read");
		}
	}
}

static void message_follow(struct side *side)
{
	while (read_all(side->in, side->buffer, MESSAGE_BYTES))
		write_all(side->out, side->buffer, MESSAGE_BYTES);
}

/* ---- mq-pingpong: the same over two POSIX queues of depth 1 ---- */

/* Two descriptors of a new queue that has no name any more. */
static void queue_open(const char *direction, int *sender, int *receiver)
{
	struct mq_attr attributes = { .mq_maxmsg = 1, .mq_msgsize = MESSAGE_BYTES };
	char name[64];

	snprintf(name, sizeof(name), "/bench-bare.%d.%s", (int)getpid(), direction);
	*sender = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, &attributes);
	if (*sender < 0)
		die("mq_open");
	*receiver = mq_open(name, O_RDWR | O_CLOEXEC);
	if (mq_unlink(name))
		die("mq_unlink");
	if (*receiver < 0)
		die("mq_open");
}

static void queue_connect(struct side *leader, struct side *follower)
{
	queue_open("there", &leader->out, &follower->in);
	queue_open("back", &follower->out, &leader->in);
}

static void queue_send(struct side *side, size_t size)
{
	if (mq_send(side->out, side->buffer, size, 0))
		die("mq_send");
}

/* False for an empty message, which says that the leader is done. */
static bool queue_receive(struct side *side)
{
	ssize_t got = mq_receive(side->in, side->buffer, MESSAGE_BYTES, NULL);

	if (got == MESSAGE_BYTES)
		return true;
	if (got == 0)
		return false;
	if (got > 0)
		errno = 0;
	die("mq_receive");
}

static void queue_lead(struct side *side, uint64_t n)
{
	for (; n; n--) {
		queue_send(side, MESSAGE_BYTES);
		if (!queue_receive(side)) {
			errno = 0;
			die("mq_receive");
		}
	}
}

/* A queue has no end of file that a closed descriptor would bring about. */
static void queue_end(struct side *side)
{
	queue_send(side, 0);
}

static void queue_follow(struct side *side)
{
	while (queue_receive(side))
		queue_send(side, MESSAGE_BYTES);
}

/* ---- page-fault: one written page an op, of a private mapping of a sparse file ---- */

static void file_connect(struct side *leader, struct side *follower)
{
	(void)follower;
	leader->file = open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (leader->file < 0)
		die("open an unlinked file in /dev/shm");
	if (ftruncate(leader->file, MAP_BYTES))
		die("ftruncate");
}

static void map_anew(struct side *side)
{
	side->map = mmap(NULL, MAP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE, side->file, 0);
	if (side->map == MAP_FAILED)
		die("mmap");
	side->touched = 0;
}

static void unmap(struct side *side)
{
	if (munmap(side->map, MAP_BYTES))
		die("munmap");
	side->map = NULL;
}

static void fault_lead(struct side *side, uint64_t n)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *next;
	uint64_t pages;

	while (n) {
		if (!side->map)
			map_anew(side);
		pages = (MAP_BYTES - side->touched) / page;
		if (pages > n)
			pages = n;
		next = side->map + side->touched;
		for (uint64_t i = 0; i < pages; i++, next += page)
			*next = 1;
		n -= pages;
		side->touched += pages * page;
		if (side->touched == MAP_BYTES)
			unmap(side);
	}
}

static void fault_end(struct side *side)
{
	if (side->map)
		unmap(side);
	close(side->file);
}

/* ---- Running ---- */

static const struct bare bares[] = {
	{ "unix-stream", socketpair_connect, stream_lead, close_side, stream_follow },
	{ "mq-pingpong", queue_connect, queue_lead, queue_end, queue_follow },
	{ "pipe-pingpong", pipe_connect, message_lead, close_side, message_follow },
	{ "tcp-rr", tcp_connect, message_lead, close_side, message_follow },
	{ "page-fault", file_connect, fault_lead, fault_end, NULL },
};

/* What the command line asks for: seconds, or ops if that is not 0. */
struct request {
	const struct bare *bare;
	double seconds;
	uint64_t ops;
	int cpus[2];
};

static double now_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void pin(int cpu)
{
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);

	if (!set)
		die("malloc");
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	if (sched_setaffinity(0, size, set))
		die("sched_setaffinity");
	CPU_FREE(set);
}

/* Lead for @seconds, in batches of @batch ops; returns how many ops that were. */
static uint64_t lead_for(const struct bare *bare, struct side *side, double seconds, uint64_t batch)
{
	double end = now_seconds() + seconds;
	uint64_t ops = 0;

	do {
		bare->lead(side, batch);
		ops += batch;
	} while (now_seconds() < end);
	return ops;
}

static void run_leader(const struct request *request, struct side *side)
{
	const struct bare *bare = request->bare;
	uint64_t ops = request->ops, batch = 0;
	double start, seconds;

	if (!ops) {
		ops = lead_for(bare, side, WARMUP_SECONDS, WARMUP_OPS);
		batch = 1 + (uint64_t)((double)ops * BATCH_SECONDS / WARMUP_SECONDS);
	}
	start = now_seconds();
	if (batch)
		ops = lead_for(bare, side, request->seconds, batch);
	else
		bare->lead(side, ops);
	seconds = now_seconds() - start;
	bare->end(side);
	printf("%s ops=%ju seconds=%.6f ops_per_sec=%.1f\n", bare->name, (uintmax_t)ops, seconds,
	       (double)ops / seconds);
	if (fflush(stdout))
		die("write to stdout");
}

/*
 * A child pinned to @cpu that dies with us. Returns its pid, or 0 in the child, whose buffer
 * has pages of its own: sending the one zero page again and again would be too fast.
 */
static pid_t fork_on(int cpu, struct side *side)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid)
		return pid;
	if (prctl(PR_SET_PDEATHSIG, SIGKILL))
		die("prctl");
	if (getppid() != parent)
		exit(EXIT_FAILURE); /* it died before it could matter to us */
	pin(cpu);
	memset(side->buffer, 'x', sizeof(side->buffer));
	return 0;
}

/* The follower tells through @ready that it is pinned, so that the leader does not time that. */
static pid_t start_follower(const struct request *request, struct side *leader,
			    struct side *follower, const int ready[2])
{
	pid_t pid = fork_on(request->cpus[1], follower);

	if (pid)
		return pid;
	close_side(leader);
	write_all(ready[1], "r", 1);
	request->bare->follow(follower);
	exit(EXIT_SUCCESS);
}

static pid_t start_leader(const struct request *request, struct side *leader, struct side *follower,
			  const int ready[2])
{
	pid_t pid = fork_on(request->cpus[0], leader);
	char byte;

	if (pid)
		return pid;
	close(ready[1]);
	if (request->bare->follow) {
		close_side(follower);
		if (!read_all(ready[0], &byte, 1))
			exit(EXIT_FAILURE); /* the follower has said why */
	}
	run_leader(request, leader);
	exit(EXIT_SUCCESS);
}

/* Wait for all; after a failure end the other, which may wait for ever. */
static int wait_for(pid_t pids[2])
{
	int exit_code = EXIT_SUCCESS;
	int status;
	pid_t pid;

	while ((pid = wait(&status)) > 0) {
		pid_t other = pid == pids[0] ? pids[1] : pids[0];

		pids[pid == pids[0] ? 0 : 1] = 0;
		if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
			continue;
		if (WIFSIGNALED(status) && exit_code == EXIT_SUCCESS)
			fprintf(stderr, "bench-bare: a process died of signal %d\n",
				WTERMSIG(status));
		exit_code = EXIT_FAILURE;
		if (other)
			kill(other, SIGKILL);
	}
	return exit_code;
}

static int run(const struct request *request)
{
	static struct side leader, follower;
	pid_t pids[2] = { 0, 0 };
	int ready[2];

	if (pipe2(ready, O_CLOEXEC))
		die("pipe");
	request->bare->connect(&leader, &follower);
	pids[0] = start_leader(request, &leader, &follower, ready);
	if (request->bare->follow) {
		pids[1] = start_follower(request, &leader, &follower, ready);
		close_side(&leader);
		close_side(&follower);
	}
	close(ready[0]);
	close(ready[1]);
	return wait_for(pids);
}

/* ---- Command line ---- */

static _Noreturn void usage(void)
{
	fprintf(stderr, "usage: bench-bare WORKLOAD SECONDS [CPU0 CPU1]\n"
			"       bench-bare WORKLOAD --ops N [CPU0 CPU1]\n"
			"workloads:");
	for (size_t i = 0; i < sizeof(bares) / sizeof(bares[0]); i++)
		fprintf(stderr, " %s", bares[i].name);
	fputc('\n', stderr);
	exit(EXIT_USAGE);
}

static uint64_t parse_number(const char *text, uint64_t min, uint64_t max)
{
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || number < min || number > max)
		usage();
	return number;
}

static double parse_seconds(const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (*text < '0' || *text > '9' || *end || !(seconds > 0 && seconds <= MAX_SECONDS))
		usage();
	return seconds;
}

/* The first two CPUs we may use, or twice the only one. */
static void choose_cpus(int cpus[2])
{
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);
	int found = 0;

	if (!set)
		die("malloc");
	CPU_ZERO_S(size, set);
	if (sched_getaffinity(0, size, set))
		die("sched_getaffinity");
	for (int cpu = 0; cpu < MAX_CPUS && found < 2; cpu++) {
		if (CPU_ISSET_S((size_t)cpu, size, set))
			cpus[found++] = cpu;
	}
	if (found == 1)
		cpus[1] = cpus[0];
	CPU_FREE(set);
}

int main(int argc, char **argv)
{
	struct request request = { 0 };
	int next = 2;

	for (size_t i = 0; argc > 1 && i < sizeof(bares) / sizeof(bares[0]); i++) {
		if (strcmp(argv[1], bares[i].name) == 0)
			request.bare = &bares[i];
	}
	if (!request.bare || argc < 3)
		usage();
	if (strcmp(argv[next], "--ops") == 0) {
		if (argc < 4)
			usage();
		request.ops = parse_number(argv[next + 1], 1, UINT64_MAX);
		next += 2;
	} else {
		request.seconds = parse_seconds(argv[next++]);
	}
	if (argc == next) {
		choose_cpus(request.cpus);
	} else if (argc == next + 2) {
		request.cpus[0] = (int)parse_number(argv[next], 0, MAX_CPUS - 1);
		request.cpus[1] = (int)parse_number(argv[next + 1], 0, MAX_CPUS - 1);
	} else {
		usage();
	}
	return run(&request);
}
