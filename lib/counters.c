// SPDX-License-Identifier: GPL-2.0-only
/*
 * counters.c - cycles and instructions of the calling thread. See counters.h.
 */
#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_counter(uint64_t config, int group_fd)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = config,
		.disabled = group_fd < 0,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, group_fd, PERF_FLAG_FD_CLOEXEC);
}

int cg_counters_open(int *cycles_fd, int *instructions_fd)
{
	int code;

	*instructions_fd = -1;
	*cycles_fd = open_counter(PERF_COUNT_HW_CPU_CYCLES, -1);
	if (*cycles_fd < 0)
		return -errno;
	*instructions_fd = open_counter(PERF_COUNT_HW_INSTRUCTIONS, *cycles_fd);
	if (*instructions_fd >= 0)
		return 0;
	code = errno;
	close(*cycles_fd);
	*cycles_fd = -1;
	return -code;
}

bool cg_counters_start(int cycles_fd, int instructions_fd)
{
	if (cycles_fd < 0 || instructions_fd < 0)
		return false;
	return ioctl(cycles_fd, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP) == 0 &&
	       ioctl(cycles_fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) == 0;
}

/* value, time enabled, time running: the read_format asked for above (perf_event_open(2)). */
static bool read_counter(int fd, uint64_t *value)
{
	uint64_t data[3];

	if (read(fd, data, sizeof(data)) != (ssize_t)sizeof(data) || data[1] != data[2])
		return false;
	*value = data[0];
	return true;
}

bool cg_counters_stop(int cycles_fd, int instructions_fd, struct cg_counters *counters)
{
	if (cycles_fd < 0 || instructions_fd < 0)
		return false;
	return ioctl(cycles_fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP) == 0 &&
	       read_counter(cycles_fd, &counters->cycles) &&
	       read_counter(instructions_fd, &counters->instructions);
}
