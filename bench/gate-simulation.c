// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate-simulation.c - how often a gate cries wolf, and how often it misses, where the truth is known.
 *
 * Every gate gets a baseline of BASE_RUNS runs and fresh runs of 5 rounds each as long as it asks for them, up to
 * what a budget of 60 s buys, all drawn from one of eight kinds of noise. The fresh runs cost --slowdown
 * more CPU time per op. The judge is the library's, with the limits that cgpong gate has by default.
 *
 * usage: bench-gate-simulation [GATES [SLOWDOWN [BASE_RUNS]]]     10000 gates, 0 (no slowdown), 30 runs
 */
#include <stdio.h>
#include <stdlib.h>

#include "gate.h"
#include "random.h"

#define FRESH_RUNS 90 /* a run of the default length takes some 0.65 s */
/* The first look after a quarter of the budget, before which no regression is said. */
#define SURE_RUNS   27
#define ROUNDS	    5
#define NR_VERDICTS 4

/* A processor's thread, alone and beside a busy one; docs/statistics.md has the measured ones. */
#define SPEED	     3685
#define SPEED_BESIDE (SPEED * 0.55)

/* Logarithms: 0.01 is about one percent. */
struct noise {
	const char *name;
	double run, round; /* normal, of CPU time per op */
	double modes;	   /* half of the runs are so much slower */
	double step;	   /* random walk from run to run */
	double gap;	   /* normal: between the baseline's time and the gate's */
	double busy;	   /* exponential: what others take of the wall time, per round */
	double busy_gap;   /* the same, for all of the gate's runs together */
	double elastic;	   /* how much CPU time per op grows with what others take */
	double neighbour; /* of the time the thread beside ours is busy, for ten runs or so on end */
};

static const struct noise noises[] = {
	{ "quiet", .run = 0.005, .round = 0.005 },
	{ "skewed", .run = 0.01, .round = 0.01, .busy = 0.3 },
	{ "bimodal", .run = 0.01, .round = 0.01, .modes = 0.12, .busy = 0.02 },
	{ "drifting", .run = 0.01, .round = 0.01, .step = 0.003, .gap = 0.01, .busy = 0.05 },
	{ "busy", .run = 0.02, .round = 0.02, .gap = 0.01, .busy = 1, .busy_gap = 1 },
	{ "elastic", .run = 0.02, .round = 0.02, .busy = 0.5, .busy_gap = 1, .elastic = 0.3 },
	{ "elastic 2", .run = 0.01, .round = 0.01, .busy = 0.02, .busy_gap = 1, .elastic = 0.3 },
	{ "neighbour", .run = 0.015, .round = 0.01, .neighbour = 0.6 },
};

/* Of the thread beside ours, from run to run. */
static bool is_beside(const struct noise *noise, bool was)
{
	return uniform() < 0.1 ? uniform() < noise->neighbour : was;
}

static json_t *make_round(const struct noise *noise, double slower, double busy, bool beside)
{
	/* It comes and goes within a run, too; and within a round, when the speed is not looked at. */
	bool now = noise->neighbour > 0 && uniform() < (beside ? 0.95 : 0.05);
	double unseen = noise->neighbour > 0 && uniform() < 0.2 ? 0.5 * uniform() : 0;
	double speed = now ? SPEED_BESIDE * exp(0.05 * normal()) : SPEED * exp(0.001 * normal());
	double others = busy + noise->busy * exponential();
	double cpu_per_op = 1e-5 * exp(slower + noise->round * normal() + noise->elastic * others +
				       (now ? 0.4 + 0.1 * normal() : unseen));
	double wall_per_op = cpu_per_op * exp(others);
	double ops = floor(0.2 / wall_per_op) + 1;

	return json_pack("{s:I, s:f, s:f, s:f, s:i, s:i, s:n, s:n, s:f}", "ops", (json_int_t)ops,
			 "seconds", ops * wall_per_op, "user_sec", 0.0, "system_sec",
			 ops * cpu_per_op, "voluntary_cs", 0, "involuntary_cs", 0, "cycles",
			 "instructions", "cpu_speed", speed);
}

static json_t *make_run(const struct noise *noise, double slower, double busy, bool beside)
{
	json_t *rounds = json_array();

	slower += noise->run * normal() + (uniform() < 0.5 ? noise->modes : 0);
	for (int r = 0; r < ROUNDS; r++)
		json_array_append_new(rounds, make_round(noise, slower, busy, beside));
	return json_pack("{s:s, s:s, s:i, s:i, s:{}, s:{}, s:n, s:[{s:s, s:[], s:[], s:o, s:n}]}",
			 "schema", "cgpong/1", "workload", "simulated", "instances", 1, "members",
			 1, "options", "environment", "error", "contexts", "cgroup", "leaf", "tree",
			 "workers", "rounds", rounds, "counts");
}

static void add_run(struct cg_runs *runs, const struct noise *noise, double slower, double busy,
		    bool beside)
{
	json_t *run = make_run(noise, slower, busy, beside);
	struct cg_error error = { 0 };

	if (cg_runs_add(runs, run, "simulated", &error)) {
		char text[1024];

		fprintf(stderr, "gate-simulation: %s\n", cg_error_text(&error, text, sizeof(text)));
		exit(1);
	}
	json_decref(run);
}

static enum cg_verdict one_gate(const struct noise *noise, double slowdown, long base_runs,
				size_t *nr_runs)
{
	const struct cg_gate_limits limits = { 0.05, CG_CALLS_ABSOLUTE, CG_CLOCK_BOTH, CG_BY_BOTH };
	struct cg_runs base = { 0 }, fresh = { 0 };
	bool beside = uniform() < noise->neighbour;
	double drift = 0, busy = noise->busy_gap * exponential();
	enum cg_verdict verdict = CG_VERDICT_INCONCLUSIVE;
	struct cg_error error = { 0 };
	struct cg_gate gate;

	for (long r = 0; r < base_runs; r++) {
		beside = is_beside(noise, beside);
		add_run(&base, noise, drift += noise->step * normal(), 0, beside);
	}
	drift += noise->gap * normal() - log(1 - slowdown);
	while (verdict != CG_VERDICT_PASS && fresh.nr < FRESH_RUNS &&
	       !(verdict == CG_VERDICT_REGRESSION && fresh.nr >= SURE_RUNS)) {
		beside = is_beside(noise, beside);
		add_run(&fresh, noise, drift += noise->step * normal(), busy, beside);
		if (!cg_gate_is_look(fresh.nr))
			continue;
		if (cg_gate_judge(&gate, &base, &fresh, &limits, &error))
			exit(1);
		verdict = gate.verdict;
		cg_gate_free(&gate);
	}
	*nr_runs += fresh.nr;
	cg_runs_free(&base);
	cg_runs_free(&fresh);
	return verdict;
}

int main(int argc, char **argv)
{
	long nr_gates = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
	double slowdown = argc > 2 ? strtod(argv[2], NULL) : 0;
	long base_runs = argc > 3 ? strtol(argv[3], NULL, 10) : 30;

	if (nr_gates < 1 || nr_gates > 1000000 || slowdown < 0 || slowdown >= 1 || base_runs < 1 ||
	    base_runs > 1000) {
		fputs("usage: bench-gate-simulation [GATES [SLOWDOWN [BASE_RUNS]]]\n", stderr);
		return 64;
	}
	printf("%-10s %8s %8s %10s %12s %14s\n", "noise", "gates", "pass", "regression",
	       "inconclusive", "runs per gate");
	for (size_t n = 0; n < sizeof(noises) / sizeof(noises[0]); n++) {
		long nr[NR_VERDICTS] = { 0 };
		size_t nr_runs = 0;

		for (long g = 0; g < nr_gates; g++)
			nr[one_gate(&noises[n], slowdown, base_runs, &nr_runs)]++;
		printf("%-10s %8ld %8ld %10ld %12ld %14.1f\n", noises[n].name, nr_gates,
		       nr[CG_VERDICT_PASS], nr[CG_VERDICT_REGRESSION], nr[CG_VERDICT_INCONCLUSIVE],
		       (double)nr_runs / (double)nr_gates);
		fflush(stdout);
	}
	return 0;
}
