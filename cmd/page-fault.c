// SPDX-License-Identifier: GPL-2.0-only
/*
 * page-fault.c - map, write one byte to every page, unmap, again, as will-it-scale's
 * page_fault1, 2 and 3 do it.
 *
 * One op is one page. --map=private-file (the default, page_fault2) maps an unlinked sparse file
 * MAP_PRIVATE, so that a write copies a page of the page cache; anon (page_fault1) maps
 * anonymous memory; shared-file (page_fault3) maps the file MAP_SHARED. A fault charges a
 * page, the unmap uncharges in batches. Expected per op in a leaf: charge 1.0 and
 * uncharge_walk 0.03 for private-file and anon; the first pass over the file, or every pass with
 * --fresh-file, fills its holes as well: charge 2.0 and uncharge_walk 0.07. shared-file
 * charges in such passes only, 1.0. In root 0, unless the kernel charges root. Huge pages are
 * kept away, for with them a fault is not one page. What disturbs it: reclaim, and the zeroing
 * and copying of pages, which takes most of the time.
 */
#include <sys/mman.h>

#include "workload.h"

struct mapping {
	int fd; /* -1: anonymous */
	int flags;
	size_t bytes, page;
	bool fresh; /* every pass finds the file empty */
	size_t at;  /* where the next page is; 0: nothing is mapped */
	char *memory;
};

/* Pages in the map: one pass over it. */
static uint64_t cycle(const struct cg_option_values *options)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return (cg_option_u64(options, "size") + page - 1) / page;
}

static int check(struct cg_check *check_for, struct cg_error *error)
{
	uint64_t bytes = check_for->nr_instances * cg_option_u64(check_for->options, "size");

	/* The file's own pages stay while its next private copies are made. */
	if (cg_option_is(check_for->options, "map", "private-file"))
		bytes *= 2;
	if (!cg_option_is(check_for->options, "map", "anon") &&
	    cg_check_directory(check_for, error, cg_option_text(check_for->options, "dir")))
		return -EACCES;
	if (cg_option_is(check_for->options, "map", "shared-file"))
		check_for->charges = cg_option_u64(check_for->options, "fresh-file");
	return cg_check_memory(error, bytes * check_for->nr_contexts);
}

static int prepare(struct cg_worker *worker)
{
	struct mapping *m = worker->state;
	bool shared = cg_option_is(worker->options, "map", "shared-file");

	m->page = (size_t)sysconf(_SC_PAGESIZE);
	m->bytes = cycle(worker->options) * m->page;
	m->fresh = cg_option_u64(worker->options, "fresh-file");
	m->flags = shared ? MAP_SHARED : MAP_PRIVATE;
	m->fd = -1;
	if (cg_option_is(worker->options, "map", "anon")) {
		m->flags |= MAP_ANONYMOUS;
		return 0;
	}
	m->fd = cg_unlinked_file(worker, cg_option_text(worker->options, "dir"), m->bytes);
	return m->fd < 0 ? m->fd : 0;
}

static int map(struct cg_worker *worker, struct mapping *m)
{
	m->memory = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, m->flags, m->fd, 0);
	if (m->memory == MAP_FAILED)
		return cg_fail(worker, "mmap %zu bytes", m->bytes);
	/* EINVAL: a kernel without huge pages. */
	if (madvise(m->memory, m->bytes, MADV_NOHUGEPAGE) && errno != EINVAL)
		return cg_fail(worker, "madvise MADV_NOHUGEPAGE");
	return 0;
}

static int unmap(struct cg_worker *worker, const struct mapping *m)
{
	if (munmap(m->memory, m->bytes))
		return cg_fail(worker, "munmap");
	if (!m->fresh || m->fd < 0)
		return 0;
	if (ftruncate(m->fd, 0) || ftruncate(m->fd, (off_t)m->bytes))
		return cg_fail(worker, "ftruncate");
	return 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct mapping *m = worker->state;

	for (; n; n--) {
		if (m->at == 0 && map(worker, m))
			return -EIO;
		*(volatile char *)(m->memory + m->at) = 1;
		m->at += m->page;
		if (m->at == m->bytes) {
			if (unmap(worker, m))
				return -EIO;
			m->at = 0;
		}
	}
	return 0;
}

static const char *const maps[] = { "private-file", "anon", "shared-file", NULL };

static const struct cg_option options[] = {
	{ "map", 0, CG_OPTION_CHOICE, "KIND", "private-file", 0, 0, maps,
	  "private-file, anon or shared-file" },
	{ "dir", 0, CG_OPTION_TEXT, "DIR", "/dev/shm", 0, 0, NULL, "where the file is made" },
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "128M", 4096, 1ull << 40, NULL,
	  "size of the map" },
	{ "fresh-file", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
	  "empty the file after each pass" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "page-fault",
	.summary = "write faults on a fresh mapping",
	.op = "page",
	.members = 1,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct mapping),
	.fds = 1,
	.cycle = cycle,
	.check = check,
	.prepare = prepare,
	.run = run,
};
