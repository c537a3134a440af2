// SPDX-License-Identifier: GPL-2.0-only
/*
 * crew.c - the workers of one context, seen from the parent. See crew.h.
 */
#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "worker.h"

/* The workers' own stacks: their frames are small, and the guard page finds the exception. */
#define STACK_BYTES (256ul * 1024)
#define SECOND_NS   1000000000ull

/* Everything one host needs, in its own memory after the fork. */
struct berth {
	struct cg_worker worker;
	struct cg_worker_private private;
};

static void berth_init(struct berth *berth, const struct cg_crew *crew, size_t index,
		       struct cg_inbox *inboxes)
{
	const struct cg_crew_plan *plan = &crew->plan;
	size_t instance = index / plan->nr_members;

	*berth = (struct berth){
		.worker = {
			.instance = instance,
			.member = (unsigned int)(index % plan->nr_members),
			.nr_members = plan->nr_members,
			.options = plan->options,
		},
		.private = {
			.workload = plan->workload,
			.shared = crew->shared,
			.lane = &crew->shared->lanes[instance],
			.slot = &crew->shared->slots[index],
			.seat = plan->seats[index],
			.inboxes = inboxes,
			.batch_ns = plan->batch_ns,
		},
	};
	berth->worker.private = &berth->private;
}

static void *thread_main(void *berth)
{
	cg_worker_main(&((struct berth *)berth)->worker);
	return NULL;
}

static int start_thread(struct berth *berth, pthread_t *thread)
{
	pthread_attr_t attributes;
	int code;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	code = pthread_create(thread, &attributes, thread_main, berth);
	pthread_attr_destroy(&attributes);
	if (code) {
		cg_error_skip(&berth->private.slot->error, code, "pthread_create");
		cg_error_cure(&berth->private.slot->error, "raise ulimit -u or pids.max");
		atomic_store(&berth->private.slot->failed, 1);
		cg_barrier_ring(berth->private.shared);
	}
	return code;
}

/* In the new process: be nobody's but the parent's, and become the first of the workers. */
static _Noreturn void host_main(const struct cg_crew *crew, const struct cg_host *host,
				struct cg_inbox *const *inboxes, pid_t parent)
{
	const struct cg_crew_plan *plan = &crew->plan;
	struct berth *berths = calloc(host->nr_workers, sizeof(*berths));
	pthread_t *threads = calloc(host->nr_workers, sizeof(*threads));

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || !berths || !threads)
		_exit(1);
	/* A group of its own: what it forks dies with it, and ^C reaches the parent alone. */
	setpgid(0, 0);
	if (plan->let_go)
		plan->let_go(plan->locks);
	close(plan->watch->signal_fd);
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_SETMASK, &plan->watch->former_mask, NULL);
	for (size_t i = 0; i < host->nr_workers; i++) {
		size_t index = crew->order[host->first + i];

		berth_init(&berths[i], crew, index, inboxes[index / plan->nr_members]);
	}
	for (size_t i = 1; i < host->nr_workers; i++) {
		if (start_thread(&berths[i], &threads[i])) {
			for (;;)
				pause();
		}
	}
	cg_worker_main(&berths[0].worker);
	for (size_t i = 1; i < host->nr_workers; i++)
		pthread_join(threads[i], NULL);
	_exit(0);
}

static int spawn_host(struct cg_crew *crew, struct cg_host *host, struct cg_inbox *const *inboxes,
		      struct cg_error *error)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0 && errno == EAGAIN) {
		cg_error_skip(error, errno, "fork worker %zu of %zu", host->first + 1,
			      crew->nr_workers);
		cg_error_cure(error, "use fewer instances, or raise ulimit -u and pids.max");
		return -error->code;
	}
	if (pid < 0)
		return cg_error_fail(error, errno, "fork worker %zu of %zu", host->first + 1,
				     crew->nr_workers);
	if (pid == 0)
		host_main(crew, host, inboxes, parent);
	host->pid = pid;
	return 0;
}

static int open_inboxes(struct cg_inbox *inboxes, unsigned int nr, struct cg_error *error)
{
	int fds[2];

	for (unsigned int m = 0; m < nr; m++)
		inboxes[m] = (struct cg_inbox){ -1, -1 };
	/* An instance of one has nobody to talk to. */
	for (unsigned int m = 0; nr > 1 && m < nr; m++) {
		if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds)) {
			cg_error_fail(error, errno, "socketpair for member %u", m);
			cg_error_cure(error, "raise ulimit -n");
			return -error->code;
		}
		inboxes[m] = (struct cg_inbox){ fds[0], fds[1] };
	}
	return 0;
}

static void close_inboxes(struct cg_inbox *inboxes, unsigned int nr)
{
	for (unsigned int m = 0; m < nr; m++) {
		if (inboxes[m].read_end >= 0)
			close(inboxes[m].read_end);
		if (inboxes[m].write_end >= 0)
			close(inboxes[m].write_end);
	}
}

/* Process mode: instance by instance, so that only one instance's inboxes are ever open here. */
static int spawn_processes(struct cg_crew *crew, struct cg_inbox *inboxes,
			   struct cg_inbox **inboxes_of, struct cg_error *error)
{
	unsigned int nr_members = crew->plan.nr_members;
	int result = 0;

	for (size_t i = 0; i < crew->plan.nr_instances && !result; i++) {
		inboxes_of[i] = inboxes;
		result = open_inboxes(inboxes, nr_members, error);
		for (unsigned int m = 0; m < nr_members && !result; m++)
			result = spawn_host(crew, &crew->hosts[i * nr_members + m], inboxes_of,
					    error);
		close_inboxes(inboxes, nr_members);
		if (!result && cg_watch_is_interrupted(crew->plan.watch))
			result = -EINTR;
	}
	return result;
}

/* Thread mode: any host may have members of any instance, so all inboxes come first. */
static int spawn_thread_hosts(struct cg_crew *crew, struct cg_inbox *inboxes,
			      struct cg_inbox **inboxes_of, struct cg_error *error)
{
	unsigned int nr_members = crew->plan.nr_members;
	size_t opened = 0;
	int result = 0;

	for (; opened < crew->plan.nr_instances && !result; opened++) {
		inboxes_of[opened] = inboxes + opened * nr_members;
		result = open_inboxes(inboxes_of[opened], nr_members, error);
	}
	for (size_t h = 0; h < crew->nr_hosts && !result; h++)
		result = spawn_host(crew, &crew->hosts[h], inboxes_of, error);
	for (size_t i = 0; i < opened; i++)
		close_inboxes(inboxes_of[i], nr_members);
	return result;
}

/* Who shares a process with whom. */
static void assign_hosts(struct cg_crew *crew)
{
	const int *groups = crew->plan.groups;
	size_t placed = 0;

	for (size_t w = 0; w < crew->nr_workers; w++) {
		struct cg_host *host = &crew->hosts[crew->nr_hosts];
		bool seen = false;

		if (!crew->plan.threads) {
			crew->order[w] = w;
			*host = (struct cg_host){ .group = groups[w], .first = w, .nr_workers = 1 };
			crew->nr_hosts++;
			continue;
		}
		for (size_t h = 0; h < crew->nr_hosts && !seen; h++)
			seen = crew->hosts[h].group == groups[w];
		if (seen)
			continue;
		*host = (struct cg_host){ .group = groups[w], .first = placed };
		for (size_t other = w; other < crew->nr_workers; other++) {
			if (groups[other] == groups[w])
				crew->order[placed++] = other;
		}
		host->nr_workers = placed - host->first;
		crew->nr_hosts++;
	}
}

static int allocate(struct cg_crew *crew, struct cg_error *error)
{
	size_t nr = crew->nr_workers;

	crew->hosts = calloc(nr, sizeof(*crew->hosts));
	crew->order = calloc(nr, sizeof(*crew->order));
	crew->seen_progress = calloc(nr, sizeof(*crew->seen_progress));
	crew->seen_at_ns = calloc(nr, sizeof(*crew->seen_at_ns));
	if (!crew->hosts || !crew->order || !crew->seen_progress || !crew->seen_at_ns)
		return cg_error_fail(error, ENOMEM, "allocate %zu workers", nr);
	return cg_shared_map(&crew->shared, crew->plan.nr_instances, crew->plan.nr_members,
			     crew->plan.watch->doorbell, error);
}

static int describe_death(struct cg_crew *crew, struct cg_host *host, int status,
			  struct cg_error *error)
{
	size_t worker = crew->order[host->first];
	const char *reason =
		crew->obituary ? crew->obituary(crew->obituary_data, host->group) : NULL;
	pid_t pid = host->pid;

	host->pid = 0;
	if (WIFSIGNALED(status))
		return cg_error_fail(error, 0, "member %zu of instance %zu (pid %d) died: %s%s%s",
				     worker % crew->plan.nr_members, worker / crew->plan.nr_members,
				     pid, strsignal(WTERMSIG(status)), reason ? ", " : "",
				     reason ? reason : "");
	return cg_error_fail(error, 0, "member %zu of instance %zu (pid %d) exited with status %d",
			     worker % crew->plan.nr_members, worker / crew->plan.nr_members, pid,
			     WEXITSTATUS(status));
}

/* Reap a host if it has ended, and end what it forked. */
static bool reap(const struct cg_host *host, int *status)
{
	siginfo_t info = { 0 };

	if (host->pid <= 0 || waitid(P_PID, (id_t)host->pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
	    info.si_pid != host->pid)
		return false;
	/* As long as it is not reaped, the number of its group is nobody else's. */
	kill(-host->pid, SIGKILL);
	return waitpid(host->pid, status, 0) == host->pid;
}

static int look_for_dead(struct cg_crew *crew, struct cg_error *error)
{
	int status;

	for (size_t h = 0; h < crew->nr_hosts; h++) {
		struct cg_host *host = &crew->hosts[h];

		if (!reap(host, &status))
			continue;
		if (!crew->finishing || status != 0)
			return describe_death(crew, host, status, error);
		host->pid = 0;
	}
	return 0;
}

/*
 * The first failure that a worker has left. A worker's death closes its descriptors, and
 * its peers may fail of that, before we are told of the death: give it the time to show.
 */
static int look_for_failed(struct cg_crew *crew, struct cg_error *error)
{
	struct cg_slot *failed = NULL;
	uint64_t until = cg_clock_ns() + SECOND_NS / 10;
	int result = 0;

	for (size_t w = 0; w < crew->nr_workers && !failed; w++) {
		if (atomic_load(&crew->shared->slots[w].failed))
			failed = &crew->shared->slots[w];
	}
	if (!failed)
		return 0;
	while (!result && cg_clock_ns() < until) {
		result = look_for_dead(crew, error);
		if (!result && cg_watch_wait(crew->plan.watch, until) == CG_WAKE_SIGNAL)
			return -EINTR;
	}
	if (result)
		return result;
	if (error->kind == CG_ERROR_NONE)
		*error = failed->error;
	return failed->error.code > 0 ? -failed->error.code : -EINVAL;
}

static void reset_progress(struct cg_crew *crew)
{
	uint64_t now = cg_clock_ns();

	for (size_t w = 0; w < crew->nr_workers; w++)
		crew->seen_at_ns[w] = now;
}

static int look_for_stuck(struct cg_crew *crew, struct cg_error *error)
{
	uint32_t turn = atomic_load(&crew->shared->barrier.turn);
	uint64_t now = cg_clock_ns();

	for (size_t w = 0; w < crew->nr_workers; w++) {
		struct cg_slot *slot = &crew->shared->slots[w];
		uint64_t progress = atomic_load(&slot->progress);

		if (progress != crew->seen_progress[w] || atomic_load(&slot->arrived) == turn) {
			crew->seen_progress[w] = progress;
			crew->seen_at_ns[w] = now;
		} else if (now - crew->seen_at_ns[w] > crew->plan.stuck_ns) {
			cg_error_fail(
				error, 0,
				"member %zu of instance %zu (tid %d) is stuck: no progress for %.1f s",
				w % crew->plan.nr_members, w / crew->plan.nr_members, slot->tid,
				(double)(now - crew->seen_at_ns[w]) / SECOND_NS);
			cg_error_cure(error, "if it is only slow, raise --stuck");
			return -EINVAL;
		}
	}
	return 0;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Until all have arrived. At @stop_at_ns, if that is not UINT64_MAX, the round is told to end. */
static int wait_for_all(struct cg_crew *crew, uint64_t stop_at_ns, struct cg_error *error)
{
	struct cg_barrier *barrier = &crew->shared->barrier;
	uint64_t check_ns = crew->plan.stuck_ns / 4;
	uint64_t next_check = cg_clock_ns() + check_ns;
	uint64_t next_tick = cg_clock_ns() + SECOND_NS;
	int result = 0;

	reset_progress(crew);
	while (!result && atomic_load(&barrier->pending)) {
		uint64_t deadline = earlier(next_check, stop_at_ns);
		enum cg_wake wake;

		if (crew->tick)
			deadline = earlier(deadline, next_tick);
		wake = cg_watch_wait(crew->plan.watch, deadline);
		if (cg_clock_ns() >= stop_at_ns) {
			atomic_store(&barrier->stop, 1);
			stop_at_ns = UINT64_MAX;
		}
		if (wake == CG_WAKE_SIGNAL)
			return -EINTR;
		if (wake == CG_WAKE_BELL)
			result = look_for_failed(crew, error);
		if (wake == CG_WAKE_CHILD)
			result = look_for_dead(crew, error);
		if (cg_clock_ns() >= next_check) {
			if (!result)
				result = look_for_stuck(crew, error);
			next_check = cg_clock_ns() + check_ns;
		}
		if (crew->tick && cg_clock_ns() >= next_tick) {
			crew->tick(crew->tick_data);
			next_tick += SECOND_NS;
		}
	}
	return result ? result : look_for_failed(crew, error);
}

int cg_crew_spawn(struct cg_crew *crew, const struct cg_crew_plan *plan, struct cg_error *error)
{
	struct cg_inbox *inboxes, **inboxes_of;
	int result;

	crew->plan = *plan;
	crew->nr_workers = plan->nr_instances * plan->nr_members;
	result = allocate(crew, error);
	if (result)
		return result;
	assign_hosts(crew);
	inboxes = calloc(crew->nr_workers, sizeof(*inboxes));
	inboxes_of = calloc(plan->nr_instances, sizeof(struct cg_inbox *));
	if (!inboxes || !inboxes_of)
		result = cg_error_fail(error, ENOMEM, "allocate %zu inboxes", crew->nr_workers);
	else if (plan->threads)
		result = spawn_thread_hosts(crew, inboxes, inboxes_of, error);
	else
		result = spawn_processes(crew, inboxes, inboxes_of, error);
	free(inboxes);
	free(inboxes_of);
	return result ? result : wait_for_all(crew, UINT64_MAX, error);
}

int cg_crew_command(struct cg_crew *crew, enum cg_command command, uint64_t ops,
		    uint64_t duration_ns, struct cg_error *error)
{
	int result = look_for_dead(crew, error);

	if (result)
		return result;
	crew->finishing = command == CG_COMMAND_FINISH;
	cg_barrier_open(crew->shared, command, ops);
	return wait_for_all(crew, duration_ns ? cg_clock_ns() + duration_ns : UINT64_MAX, error);
}

void cg_crew_end(struct cg_crew *crew)
{
	for (size_t h = 0; h < crew->nr_hosts; h++) {
		if (crew->hosts[h].pid > 0) {
			/* The group, for what it forked; itself, if it had no time to lead one. */
			kill(-crew->hosts[h].pid, SIGKILL);
			kill(crew->hosts[h].pid, SIGKILL);
		}
	}
	for (size_t h = 0; h < crew->nr_hosts; h++) {
		if (crew->hosts[h].pid > 0)
			waitpid(crew->hosts[h].pid, NULL, 0);
	}
	cg_shared_unmap(crew->shared);
	free(crew->hosts);
	free(crew->order);
	free(crew->seen_progress);
	free(crew->seen_at_ns);
	*crew = (struct cg_crew){ 0 };
}
