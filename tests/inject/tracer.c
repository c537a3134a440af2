// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracer.c - one system call of a tree of processes made to fail. See tracer.h.
 *
 * A call is told by its process's place in the order of starts and by its own place among the
 * calls of that process: that is the same from run to run, where the order over all processes is
 * not. A call that is to fail is not made: on its way in its number is replaced by one that does
 * not exist, on its way out the answer by the error.
 */
#include "tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

#define TRACEES_MAX 512
#define OUTLIVE_SEC 2.0

#define OPTIONS                                                                                    \
	(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |  \
	 PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)

struct tracee {
	pid_t pid; /* 0: an empty place */
	unsigned int process, calls;
	bool counts; /* its calls are counted by now */
	bool fails;  /* it is in the call that is to fail */
};

struct tracer {
	const struct tracer_plan *plan;
	struct tracer_result *result;
	pid_t root;
	bool root_ended;
	unsigned int nr_processes;
	size_t room;
	struct tracee tracees[TRACEES_MAX];
};

static double now_sec(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct tracee *find(struct tracer *t, pid_t pid)
{
	for (size_t i = 0; i < TRACEES_MAX; i++) {
		if (t->tracees[i].pid == pid)
			return &t->tracees[i];
	}
	return NULL;
}

/* Whoever comes first, its maker's report or its own first stop. */
static struct tracee *find_or_add(struct tracer *t, pid_t pid)
{
	struct tracee *tracee = find(t, pid);

	if (tracee)
		return tracee;
	tracee = find(t, 0);
	if (tracee)
		*tracee = (struct tracee){ .pid = pid,
					   .process = t->nr_processes++,
					   .counts = t->nr_processes > 1 || !t->plan->from };
	return tracee;
}

static unsigned int nr_alive(const struct tracer *t)
{
	unsigned int nr = 0;

	for (size_t i = 0; i < TRACEES_MAX; i++)
		nr += t->tracees[i].pid != 0;
	return nr;
}

static void kill_all(const struct tracer *t)
{
	for (size_t i = 0; i < TRACEES_MAX; i++) {
		if (t->tracees[i].pid)
			kill(t->tracees[i].pid, SIGKILL);
	}
}

/* The text an argument points to, up to its end, a line's end or ours. */
static void read_text(pid_t pid, uint64_t address, char *text)
{
	struct iovec here = { text, TRACER_TEXT_BYTES - 1 };
	struct iovec there = { (void *)(uintptr_t)address, TRACER_TEXT_BYTES - 1 };
	ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);

	text[got > 0 ? got : 0] = '\0';
	text[strcspn(text, "\n\001\002\003\004\005\006\007\010")] = '\0';
}

static void describe(const struct tracee *tracee, const struct __ptrace_syscall_info *info,
		     struct traced_call *call)
{
	const struct call_kind *kind = call_kind_of((long)info->entry.nr);

	*call = (struct traced_call){ tracee->process, tracee->calls, (long)info->entry.nr, "" };
	if (kind->text >= 0)
		read_text(tracee->pid, info->entry.args[kind->text], call->text);
}

static int record(struct tracer *t, const struct traced_call *call)
{
	struct tracer_result *r = t->result;

	if (r->nr_calls == t->room) {
		struct traced_call *grown =
			reallocarray(r->calls, t->room + 4096, sizeof(*r->calls));

		if (!grown)
			return -ENOMEM;
		r->calls = grown;
		t->room += 4096;
	}
	r->calls[r->nr_calls++] = *call;
	return 0;
}

static void set_register(pid_t pid, size_t offset, long value)
{
	ptrace(PTRACE_POKEUSER, pid, offset, value);
}

/* Of a call that has fewer errors than the one expected here, one of these. */
static int nth_error(const struct call_kind *kind, unsigned int n)
{
	unsigned int nr = 0;

	while (kind->errors[nr])
		nr++;
	/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): every kind has one */
	return kind->errors[n % nr];
}

/* On the way into a call. */
static int enter(struct tracer *t, struct tracee *tracee, const struct __ptrace_syscall_info *info)
{
	const struct call_kind *kind = call_kind_of((long)info->entry.nr);
	struct traced_call call;
	int result = 0;

	if (!tracee->counts)
		tracee->counts = strcmp(kind->name, t->plan->from) == 0;
	if (!tracee->counts)
		return 0;
	if (!t->plan->inject) {
		describe(tracee, info, &call);
		result = record(t, &call);
	} else if (tracee->process == t->plan->process && tracee->calls == t->plan->call &&
		   kind->errors[0]) {
		describe(tracee, info, &t->result->victim);
		t->result->injected = tracee->fails = true;
		t->result->error = nth_error(kind, t->plan->error);
		/* It answers with where the program's memory ends, and moves nothing if asked for 0. */
		if (kind->nr == SYS_brk)
			set_register(tracee->pid, offsetof(struct user_regs_struct, rdi), 0);
		else if (!kind->always_done)
			set_register(tracee->pid, offsetof(struct user_regs_struct, orig_rax), -1);
	}
	tracee->calls++;
	return result;
}

static void leave(struct tracer *t, struct tracee *tracee)
{
	if (!tracee->fails)
		return;
	tracee->fails = false;
	if (t->result->victim.nr != SYS_brk)
		set_register(tracee->pid, offsetof(struct user_regs_struct, rax),
			     -t->result->error);
}

static int syscall_stop(struct tracer *t, struct tracee *tracee)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tracee->pid, sizeof(info), &info) < 0)
		return 0; /* killed in this moment */
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
		return enter(t, tracee, &info);
	if (info.op == PTRACE_SYSCALL_INFO_EXIT)
		leave(t, tracee);
	return 0;
}

static bool is_crash(int number)
{
	return number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGFPE ||
	       number == SIGILL || number == SIGSYS || number == SIGTRAP || number == SIGPIPE;
}

static void ended(struct tracer *t, struct tracee *tracee, int status)
{
	if (tracee->pid == t->root) {
		t->root_ended = true;
		t->result->status = status;
	}
	if (WIFSIGNALED(status) && is_crash(WTERMSIG(status)))
		t->result->crash = WTERMSIG(status);
	tracee->pid = 0;
}

/* Whose calls are of no interest, or no more, goes at full speed. */
static void go_on(const struct tracer *t, const struct tracee *tracee, int number)
{
	bool done = t->plan->inject && !tracee->fails &&
		    (t->result->injected || tracee->process != t->plan->process);

	ptrace(done ? PTRACE_CONT : PTRACE_SYSCALL, tracee->pid, NULL, (long)number);
}

static int stopped(struct tracer *t, struct tracee *tracee, int status)
{
	int number = WSTOPSIG(status), event = status >> 16, result = 0;
	unsigned long made;

	if (number == (SIGTRAP | 0x80)) {
		result = syscall_stop(t, tracee);
		number = 0;
	} else if (event) {
		if ((event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
		     event == PTRACE_EVENT_CLONE) &&
		    ptrace(PTRACE_GETEVENTMSG, tracee->pid, NULL, &made) == 0)
			find_or_add(t, (pid_t)made);
		number = 0;
	}
	go_on(t, tracee, number);
	return result;
}

/* Interrupts waitpid(), so that the clock is looked at. */
static void on_alarm(int number)
{
	(void)number;
}

static void set_timer(long microseconds)
{
	struct itimerval timer = { { 0, microseconds }, { 0, microseconds } };
	struct sigaction action = { .sa_handler = on_alarm };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

static int trace(struct tracer *t)
{
	double end = now_sec() + t->plan->seconds, grace = 0;
	bool killed = false;
	int status, result = 0;

	while (nr_alive(t)) {
		pid_t pid = waitpid(-1, &status, __WALL);
		struct tracee *tracee = pid > 0 ? find_or_add(t, pid) : NULL;

		if (pid < 0 && errno != EINTR)
			break;
		if (tracee && WIFSTOPPED(status))
			result = result ? result : stopped(t, tracee, status);
		else if (tracee)
			ended(t, tracee, status);
		if (t->root_ended && grace == 0)
			grace = now_sec() + OUTLIVE_SEC;
		if (killed)
			continue;
		if ((!t->root_ended && now_sec() > end) || result)
			t->result->hung = killed = true;
		else if (t->root_ended && now_sec() > grace && nr_alive(t)) {
			t->result->outlived = nr_alive(t);
			killed = true;
		}
		if (killed)
			kill_all(t);
	}
	return result;
}

static _Noreturn void become(const struct tracer_plan *plan)
{
	const int flags = O_WRONLY | O_CREAT | O_TRUNC;
	int out = open(plan->output, flags, 0600), err = open(plan->errors, flags, 0600);
	int in = open("/dev/null", O_RDONLY);

	if (out < 0 || err < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		_exit(126);
	for (int fd = 3; fd < 64; fd++)
		close(fd);
	raise(SIGSTOP);
	execvp(plan->command[0], plan->command);
	_exit(126);
}

int tracer_run(const struct tracer_plan *plan, struct tracer_result *result)
{
	struct tracer t = { .plan = plan, .result = result };
	int status, error;

	*result = (struct tracer_result){ 0 };
	t.root = fork();
	if (t.root < 0)
		return -errno;
	if (t.root == 0)
		become(plan);
	find_or_add(&t, t.root);
	if (waitpid(t.root, &status, WUNTRACED) != t.root || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SEIZE, t.root, NULL, OPTIONS)) {
		error = errno;
		kill(t.root, SIGKILL);
		waitpid(t.root, NULL, 0);
		return error ? -error : -ECHILD;
	}
	kill(t.root, SIGCONT);
	set_timer(100000);
	error = trace(&t);
	set_timer(0);
	return error;
}
