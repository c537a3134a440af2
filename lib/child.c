// SPDX-License-Identifier: GPL-2.0-only
/*
 * child.c - runs one program to its end. See child.h.
 *
 * What it prints goes to memory files and not through pipes: nobody has to read while it runs,
 * and a program that leaves a grandchild behind cannot keep us waiting for the end of a pipe.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "memory.h"

#define SECOND_NS 1000000000ull
#define GRACE_NS  (10 * SECOND_NS)
/* Far above a results file of a thousand workers. */
#define KEEP_BYTES_MAX (256 << 20)
#define UNKNOWN	       (127 << 8) /* a wait status: if nobody can be waited for */

/* Never returns. @out and @err are -1 where nothing is kept. */
static void become(const struct cg_child *child, const struct cg_watch *watch, pid_t parent,
		   int out, int err)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent || null < 0)
		_exit(127);
	sigprocmask(SIG_SETMASK, &watch->former_mask, NULL);
	dup2(null, STDIN_FILENO);
	dup2(child->keep_out ? out : null, STDOUT_FILENO);
	if (child->keep_err)
		dup2(err, STDERR_FILENO);
	execv(child->program, child->argv);
	_exit(127);
}

/* After a signal the watch answers at once and for good, so this waits in small naps. */
static int await_after_signal(pid_t pid, int number)
{
	const struct timespec nap = { .tv_nsec = 10000000 };
	uint64_t deadline = cg_clock_ns() + GRACE_NS;
	int status = UNKNOWN;

	kill(pid, number);
	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (cg_clock_ns() > deadline) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			break;
		}
		nanosleep(&nap, NULL);
	}
	return status;
}

static int await(pid_t pid, unsigned int timeout_ms, struct cg_watch *watch, bool *timed_out)
{
	uint64_t start = cg_clock_ns(), limit = timeout_ms * 1000000ull;
	int status = UNKNOWN;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		uint64_t now = cg_clock_ns();

		if (timeout_ms && now - start >= limit) {
			*timed_out = true;
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			break;
		}
		if (cg_watch_wait(watch, timeout_ms ? start + limit : now + SECOND_NS) ==
		    CG_WAKE_SIGNAL)
			return await_after_signal(pid, watch->interrupted);
	}
	return status;
}

/* A memory file's text, NULL without memory. */
static char *text_of(int fd)
{
	off_t length = lseek(fd, 0, SEEK_END);
	char *text =
		length < 0 || length > KEEP_BYTES_MAX ? NULL : cg_memory_new(1, (size_t)length + 1);

	if (text && pread(fd, text, (size_t)length, 0) != (ssize_t)length)
		text[0] = '\0';
	return text;
}

static int run(const struct cg_child *child, struct cg_watch *watch, struct cg_child_end *end,
	       int out, int err, struct cg_error *error)
{
	pid_t parent = getpid(), pid;
	int status;

	if ((child->keep_out && out < 0) || (child->keep_err && err < 0))
		return cg_error_fail(error, errno, "memfd_create");
	pid = fork();
	if (pid < 0)
		return cg_error_fail(error, errno, "fork for %s", child->program);
	if (pid == 0)
		become(child, watch, parent, out, err);
	status = await(pid, child->timeout_ms, watch, &end->timed_out);
	end->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	if (child->keep_out)
		end->out = text_of(out);
	if (child->keep_err)
		end->err = text_of(err);
	return watch->interrupted ? -EINTR : 0;
}

int cg_child_run(const struct cg_child *child, struct cg_watch *watch, struct cg_child_end *end,
		 struct cg_error *error)
{
	int out = -1, err = -1, result;

	*end = (struct cg_child_end){ 0 };
	if (cg_watch_wait(watch, 0) == CG_WAKE_SIGNAL)
		return -EINTR;
	if (child->keep_out)
		out = memfd_create("cgpong-stdout", MFD_CLOEXEC);
	if (child->keep_err)
		err = memfd_create("cgpong-stderr", MFD_CLOEXEC);
	result = run(child, watch, end, out, err, error);
	if (out >= 0)
		close(out);
	if (err >= 0)
		close(err);
	return result;
}

void cg_child_end_free(struct cg_child_end *end)
{
	free(end->out);
	free(end->err);
	*end = (struct cg_child_end){ 0 };
}

/* What follows @prefix in @line, if it begins with it. */
static const char *behind(const char *line, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(line, prefix, length) == 0 ? line + length : line;
}

const char *cg_child_last_words(struct cg_child_end *end, const char *name)
{
	char *rest = end->err, *line;
	const char *last = "";

	while ((line = strsep(&rest, "\n")) != NULL) {
		if (*line && strncmp(line, "warning:", 8) != 0)
			last = line;
	}
	last = behind(behind(last, name), ": ");
	return behind(last, "skipped: ");
}
