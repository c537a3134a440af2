/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * crew.h - the workers of one context, seen from the parent: spawn, move, command, end.
 *
 * A host is a process with the workers that share it: one worker in process mode; in thread
 * mode all workers that live in the same cgroup, because a cgroup's members are processes.
 */
#ifndef CGPONG_CREW_H
#define CGPONG_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "placement.h"
#include "shared.h"
#include "watch.h"
#include "workload.h"

/* What a crew is made of; everything is borrowed for the crew's life. */
struct cg_crew_plan {
	const struct cg_workload *workload;
	const struct cg_option_values *options;
	bool threads; /* thread mode */
	size_t nr_instances;
	unsigned int nr_members;
	const struct cg_seat *seats; /* [instance * nr_members + member] */
	const int *groups;	     /* likewise: index of its cgroup in the topology, or -1 */
	struct cg_watch *watch;
	uint64_t batch_ns;	     /* time between a leader's looks at the clock */
	uint64_t stuck_ns;	     /* no progress for so long is a failure */
	void (*let_go)(void *locks); /* called in each new host: drop what only we may hold */
	void *locks;
};

struct cg_host {
	pid_t pid;		  /* 0: not spawned, or reaped */
	int group;		  /* as in the plan */
	size_t first, nr_workers; /* its part of the crew's order */
};

struct cg_crew {
	struct cg_crew_plan plan;
	struct cg_shared *shared;
	size_t nr_workers, nr_hosts;
	bool finishing; /* a host that exits is no surprise */
	struct cg_host *hosts;
	size_t *order;			      /* worker indices, host by host */
	uint64_t *seen_progress, *seen_at_ns; /* [worker], to notice who is stuck */
	void (*tick)(void *data);	      /* called once a second while waiting, or NULL */
	void *tick_data;
	/* Why a host may have been killed, e.g. for memory; or NULL. */
	const char *(*obituary)(void *data, int group);
	void *obituary_data;
};

/**
 * cg_crew_spawn() - fork the hosts; every worker pins itself and waits
 * @crew: filled, also after a failure; ended with cg_crew_end()
 * @plan: copied
 * @error: see error.h
 *
 * Returns when all are pinned. Nobody has been moved yet. Return: 0; -EINTR when a signal asked
 * us to end; or -errno, of the first worker that failed as a rule.
 */
int cg_crew_spawn(struct cg_crew *crew, const struct cg_crew_plan *plan, struct cg_error *error);

/**
 * cg_crew_command() - have every worker do something and wait until all are done
 * @command: see shared.h
 * @ops: with CG_COMMAND_ROUND, ops per instance; UINT64_MAX for a timed round
 * @duration_ns: length of a timed round, else 0
 *
 * A worker that fails, dies or makes no progress for plan.stuck_ns ends the wait. Return: as
 * cg_crew_spawn().
 */
int cg_crew_command(struct cg_crew *crew, enum cg_command command, uint64_t ops,
		    uint64_t duration_ns, struct cg_error *error);

/** cg_crew_end() - kill what is left, reap all, free; a zeroed crew is fine */
void cg_crew_end(struct cg_crew *crew);

#endif
