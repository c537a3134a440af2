// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpu_time.c - what CPUs were busy with. See cpu_time.h.
 */
#include "cpu_time.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "parse.h"

#define SHARE_MIN     0.05
#define DEVIATIONS    5
#define TICKS_PER_SEC 100

/* The next number of a line. Return: 0 or -EINVAL. */
static int take_number(char **line, uint64_t *number)
{
	char *word;

	do {
		word = strsep(line, " \n");
	} while (word && *word == '\0');
	return cg_parse_u64(word ? word : "", 0, UINT64_MAX, number);
}

/* "cpu12 user nice system idle iowait irq softirq steal ...": what is missing at the end is 0. */
static int read_cpu(char *line, struct cg_cpu_time *times, size_t nr)
{
	enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, NR_FIELDS };
	uint64_t cpu, fields[NR_FIELDS] = { 0 };
	char *name = strsep(&line, " ");
	int nr_read = 0;

	if (cg_parse_u64(name + 3, 0, UINT64_MAX, &cpu))
		return -EINVAL;
	while (nr_read < NR_FIELDS && take_number(&line, &fields[nr_read]) == 0)
		nr_read++;
	if (nr_read <= IDLE)
		return -EINVAL;
	if (cpu < nr)
		times[cpu] = (struct cg_cpu_time){
			.tasks = fields[USER] + fields[NICE] + fields[SYSTEM],
			.interrupts = fields[IRQ] + fields[SOFTIRQ],
			.stolen = fields[STEAL],
		};
	return 0;
}

int cg_cpu_time_read(const char *path, struct cg_cpu_time *times, size_t nr)
{
	FILE *file = fopen(path ? path : "/proc/stat", "re");
	char *line = NULL;
	size_t size = 0;
	int result = 0;

	if (!file)
		return -errno;
	memset(times, 0, nr * sizeof(*times));
	while (!result && getline(&line, &size, file) > 0) {
		if (strncmp(line, "cpu", 3) == 0 && isdigit((unsigned char)line[3]))
			result = read_cpu(line, times, nr);
	}
	free(line);
	fclose(file);
	return result;
}

int cg_cpu_time_of_process(const char *path, pid_t pid, uint64_t *ticks)
{
	enum { UTIME = 14, STIME, CUTIME, CSTIME };
	char text[1024], name[64], *rest;
	uint64_t number;
	int result;

	snprintf(name, sizeof(name), "/proc/%d/stat", (int)pid);
	result = cg_file_read(path ? path : name, text, sizeof(text));
	if (result < 0)
		return result;
	/* The second field is the command's name in brackets, which may have brackets and blanks. */
	rest = strrchr(text, ')');
	if (!rest || rest[1] != ' ')
		return -EINVAL;
	rest += 2;
	for (int field = 3; field < UTIME; field++)
		strsep(&rest, " ");
	*ticks = 0;
	for (int field = UTIME; field <= CSTIME; field++) {
		if (take_number(&rest, &number))
			return -EINVAL;
		*ticks += number;
	}
	return 0;
}

double cg_cpu_time_limit(double cpu_sec)
{
	double limit = DEVIATIONS / 2.0 / sqrt(TICKS_PER_SEC * cpu_sec);

	if (!(limit <= 0.5))
		return INFINITY;
	return limit > SHARE_MIN ? limit : SHARE_MIN;
}
