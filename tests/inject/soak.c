// SPDX-License-Identifier: GPL-2.0-only
/*
 * soak.c - drives the library again and again in one process, and looks for what it keeps.
 *
 * usage: soak TIMES [OPTION OF THE WORKLOAD]...
 *
 * Linked with mq-pingpong's descriptor. After a few runs that may fill caches of the C library, a
 * thousand more must not make the process larger, nor leave a descriptor or a child, nor move it
 * to another cgroup. What is left in file systems, the caller looks for.
 */
#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "datadir.h"
#include "memory.h"
#include "print.h"
#include "results.h"
#include "run.h"

#define FIRST_RUNS 4
/* Of resident memory, over all runs: a leak of one word each would be more with a thousand. */
#define SLACK_KIB 256

struct usage {
	long resident_kib;
	size_t heap_bytes; /* in use */
	unsigned int descriptors;
	char cgroups[4096];
};

static unsigned int nr_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	unsigned int nr = 0;

	while (directory && readdir(directory))
		nr++;
	if (directory)
		closedir(directory);
	return nr;
}

static void measure(struct usage *usage)
{
	long pages = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "re");

	if (!file || fscanf(file, "%ld %ld", &pages, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	memset(usage, 0, sizeof(*usage));
	usage->resident_kib = resident * (sysconf(_SC_PAGESIZE) / 1024);
	usage->heap_bytes = mallinfo2().uordblks;
	usage->descriptors = nr_descriptors();
	file = fopen("/proc/self/cgroup", "re");
	if (!file)
		return;
	if (fread(usage->cgroups, 1, sizeof(usage->cgroups) - 1, file) == 0)
		usage->cgroups[0] = '\0';
	fclose(file);
}

/* As a program does it, but for main(): check, run, print, results. */
static int run_once(const struct cg_settings *settings, FILE *sink)
{
	const char *directories[CG_DATADIRS_MAX + 1];
	struct cg_error error = { 0 };
	struct cg_run run = { 0 };
	json_t *results;
	char text[1024];

	cg_datadirs("cgroups", directories);
	if (cg_run_check(&run, &cg_workload, settings, directories, &error) == 0)
		cg_run(&run, &error);
	if (error.kind == CG_ERROR_NONE)
		cg_print_run(sink, &run);
	results = cg_results_json(&run, &error);
	if (!results && error.kind == CG_ERROR_NONE)
		cg_error_fail(&error, ENOMEM, "make the results");
	json_decref(results);
	if (error.kind != CG_ERROR_NONE)
		fprintf(stderr, "soak: %s\n", cg_error_text(&error, text, sizeof(text)));
	cg_run_free(&run);
	cg_datadirs_free(directories);
	return error.kind;
}

static int judge(const struct usage *before, const struct usage *after)
{
	int bad = 0;

	printf("soak: resident %ld -> %ld KiB, heap in use %zu -> %zu bytes, descriptors %u -> %u\n",
	       before->resident_kib, after->resident_kib, before->heap_bytes, after->heap_bytes,
	       before->descriptors, after->descriptors);
	bad |= after->resident_kib > before->resident_kib + SLACK_KIB;
	bad |= after->heap_bytes > before->heap_bytes;
	bad |= after->descriptors != before->descriptors;
	if (strcmp(before->cgroups, after->cgroups) != 0) {
		printf("soak: in other cgroups than before\n");
		bad = 1;
	}
	if (waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD) {
		printf("soak: a child is left\n");
		bad = 1;
	}
	return bad;
}

int main(int argc, char **argv)
{
	unsigned long times = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	FILE *sink;
	struct cg_settings settings;
	struct cg_error error = { 0 };
	struct usage before, after;
	char text[1024];
	int bad = 0;

	if (times == 0)
		return 64;
	cg_memory_watch();
	if (cg_options_parse(&settings, &cg_workload, argc - 1, argv + 1, &error)) {
		fprintf(stderr, "soak: %s\n", cg_error_text(&error, text, sizeof(text)));
		return 64;
	}
	sink = fopen("/dev/null", "we");
	if (!sink)
		return 1;
	measure(&before);
	for (unsigned long i = 0; i < FIRST_RUNS + times && !bad; i++) {
		if (i == FIRST_RUNS)
			measure(&before);
		bad = run_once(&settings, sink);
	}
	measure(&after);
	fclose(sink);
	return bad || judge(&before, &after);
}
