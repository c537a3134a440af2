// SPDX-License-Identifier: GPL-2.0-only
/*
 * shim.c - preloaded: one allocation of a run fails. The C library's own count, too.
 *
 * INJECT_STATE names a file that all processes of a run share: how many were started, how many
 * allocations each made, and which one is to fail. A process is told by its place in the order
 * of starts, an allocation by its own place in its process.
 */
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t nr, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
pid_t __fork(void);

static struct shim_state *state;
static unsigned int process;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("INJECT_STATE");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *memory;

	if (fd < 0)
		return;
	memory = mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (memory != MAP_FAILED) {
		state = memory;
		process = atomic_fetch_add(&state->nr_processes, 1);
	}
}

static int fails(void)
{
	unsigned int allocation;

	if (!state || process >= SHIM_PROCESSES_MAX)
		return 0;
	allocation = atomic_fetch_add(&state->allocations[process], 1);
	if (!state->inject || process != state->process || allocation != state->allocation)
		return 0;
	state->injected = 1;
	errno = ENOMEM;
	return 1;
}

/* The number is taken before the fork: children may run in any order. */
pid_t fork(void)
{
	unsigned int number = state ? atomic_fetch_add(&state->nr_processes, 1) : 0;
	pid_t pid = __fork();

	if (pid == 0)
		process = number;
	return pid;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nr, size_t size)
{
	return fails() ? NULL : __libc_calloc(nr, size);
}

void *realloc(void *memory, size_t size)
{
	return fails() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	*memory = fails() ? NULL : __libc_memalign(alignment, size);
	return *memory ? 0 : ENOMEM;
}
