/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run.h - the life of a run, from the check of the machine to the last cgroup removed.
 */
#ifndef CGPONG_RUN_H
#define CGPONG_RUN_H

#include <time.h>

#include "cgroup.h"
#include "count.h"
#include "crew.h"
#include "machine.h"
#include "memory_files.h"
#include "options.h"
#include "profile.h"
#include "progress.h"
#include "round.h"
#include "topology.h"
#include "vigil.h"
#include "warnings.h"

#define CG_CONTEXTS_MAX 64

/* One topology of a run, its workers and its figures. */
struct cg_context {
	struct cg_topology topology;
	char *name; /* topology.spec; with "#2" behind it, "#3" ... where that is there already */
	int tree;   /* what cg_trees_add() returned; -1 for root and inherit */
	char *path; /* the run's own cgroup of the context, the root cgroup, or ours; may be NULL */
	int *groups; /* [worker]: index in the topology, -1 */
	struct cg_crew crew;
	size_t nr_rounds;
	struct cg_round *rounds;
	int *ran_on;	       /* [worker]: cpu at the end of the last round, -1 before it */
	uint64_t *oom_kills;   /* [group]: when the run began */
	struct cg_count count; /* .ops 0: not counted */
	bool uncharged;	       /* counted, should have charged, and did not: invalid */
	bool has_profile;
	struct cg_profile_result profile;
	struct cg_memory_files memory; /* deltas over the rounds */
};

struct cg_run {
	const struct cg_workload *workload;
	const struct cg_settings *settings;
	struct cg_machine machine;
	bool emulated; /* CPU speed says nothing */
	struct cg_hierarchy hierarchy;
	char *parent; /* where trees are created; NULL if no context needs one */
	struct cg_trees *trees;
	struct cg_watch watch;
	bool watching;
	size_t nr_instances;
	unsigned int nr_members;
	enum cg_place place; /* never CG_PLACE_DEFAULT */
	struct cg_seat *seats;
	bool charges;	 /* the workload, with these options, charges memory in every op */
	bool huge_pages; /* its files may get huge pages, and should not */
	char note[sizeof(((struct cg_check *)0)->note)]; /* of the workload's check() */
	size_t nr_contexts;
	struct cg_context *contexts;
	struct cg_probes *probes; /* NULL: not counting */
	char no_counts[1024];	  /* then: why */
	struct cg_vigil vigil;	  /* over the timed rounds */
	struct cg_warnings warnings;
	struct timespec started_at;
	double set_up_sec;
	/* Called with a line of progress about once a second and at each round; or NULL. */
	void (*progress)(void *data, const char *line);
	void *progress_data;
	char doing[160]; /* "leaf: round 2 of 5" */
	struct cg_progress pace;
	uint64_t began_ns,
		due_ns; /* the first round, and the end of what can be foreseen; 0: not yet */
};

/**
 * cg_run_check() - everything that can be known before anything is created
 * @run: zeroed but for progress; filled; the caller ends it with cg_run_free()
 * @workload, @settings: borrowed until then
 * @directories: where named topologies are looked for
 * @error: see error.h; SKIPPED where the machine lacks something, with the cure
 *
 * Return: 0 or -errno.
 */
int cg_run_check(struct cg_run *run, const struct cg_workload *workload,
		 const struct cg_settings *settings, const char *const *directories,
		 struct cg_error *error);

/**
 * cg_run() - measure
 * @run: from cg_run_check()
 * @error: see error.h
 *
 * Whatever happens, all workers are ended and reaped and all cgroups and probes removed when it
 * returns, and the rounds that were completed are in @run.
 *
 * Return: 0; -EINTR when a signal asked us to end; or -errno.
 */
int cg_run(struct cg_run *run, struct cg_error *error);

/** cg_run_free() - release it */
void cg_run_free(struct cg_run *run);

#endif
