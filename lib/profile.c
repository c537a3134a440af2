// SPDX-License-Identifier: GPL-2.0-only
/*
 * profile.c - where the kernel spends its time: samples of all CPUs while they are in it.
 * See profile.h.
 *
 * Done here and not by perf(1), so that it works in a guest and in an initramfs, and lands in
 * the same results file. Formats: perf_event_open(2), include/uapi/linux/perf_event.h.
 */
#include "profile.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cpulist.h"

/* 4,096 samples of 16 bytes. A power of two, as the kernel wants it. */
#define RING_BYTES 65536

struct ring {
	int fd;
	struct perf_event_mmap_page *page; /* the data follow it */
};

struct cg_profile {
	const char *source;
	bool counts_lost; /* the kernel tells exactly how many samples were lost (6.0) */
	struct perf_event_attr attr;
	size_t nr_rings;
	struct ring *rings;
	size_t map_bytes;
	uint64_t *addresses;
	size_t nr_addresses, room;
	uint64_t lost_records; /* what the rings told of losses so far */
	uint64_t lost_before;  /* what the kernel had counted when we last cleared */
};

static int open_event(struct perf_event_attr *attr, int cpu)
{
	int fd = (int)syscall(SYS_perf_event_open, attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static int cannot_open(int code, const struct perf_event_attr *attr, struct cg_error *error)
{
	unsigned int hz = (unsigned int)attr->sample_freq;

	if (code == EACCES || code == EPERM) {
		cg_error_skip(error, code, "perf_event_open of all CPUs, kernel included");
		cg_error_cure(error, "run as root, or sysctl kernel.perf_event_paranoid=-1");
	} else if (code == ENOSYS || code == ENOENT) {
		cg_error_skip(error, code, "perf_event_open");
		cg_error_cure(error, "needs a kernel with CONFIG_PERF_EVENTS");
	} else {
		cg_error_fail(error, code, "perf_event_open, %u samples a second", hz);
		if (code == EINVAL)
			cg_error_cure(error, "choose a frequency below "
					     "kernel.perf_event_max_sample_rate");
		else if (code == EMFILE)
			cg_error_cure(error, "ulimit -n: one descriptor per CPU is needed");
	}
	return -code;
}

/* Finds the best event that opens on @cpu; a descriptor of it, or -errno. */
static int choose_event(struct cg_profile *profile, int cpu, unsigned int frequency_hz)
{
	static const struct {
		const char *name;
		uint32_t type;
		uint64_t config;
		bool exclude_idle; /* a halted CPU has no cycles, but its timer goes on */
	} sources[] = {
		{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false },
		{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, true },
	};
	int fd = -ENOENT;

	/* Each source with exact losses first: older kernels refuse that read format. */
	for (size_t i = 0; i < 4; i++) {
		profile->source = sources[i / 2].name;
		profile->counts_lost = i % 2 == 0;
		profile->attr = (struct perf_event_attr){
			.type = sources[i / 2].type,
			.size = sizeof(profile->attr),
			.config = sources[i / 2].config,
			.sample_freq = frequency_hz,
			.sample_type = PERF_SAMPLE_IP,
			.read_format = profile->counts_lost ? PERF_FORMAT_LOST : 0,
			.disabled = 1,
			.exclude_user = 1,
			.exclude_hv = 1,
			.exclude_idle = sources[i / 2].exclude_idle,
			.freq = 1,
		};
		fd = open_event(&profile->attr, cpu);
		if (fd >= 0 || fd == -EACCES || fd == -EPERM || fd == -EMFILE || fd == -ENFILE)
			break;
	}
	return fd;
}

static int add_ring(struct cg_profile *profile, int fd, int cpu, struct cg_error *error)
{
	void *map = mmap(NULL, profile->map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int code = errno;

	if (map == MAP_FAILED) {
		close(fd);
		cg_error_fail(error, code, "mmap the perf ring of CPU %d", cpu);
		if (code == EPERM)
			cg_error_cure(error, "run as root, or raise kernel.perf_event_mlock_kb");
		return -code;
	}
	profile->rings[profile->nr_rings++] = (struct ring){ .fd = fd, .page = map };
	return 0;
}

static int open_rings(struct cg_profile *profile, const struct bitmask *cpus,
		      unsigned int frequency_hz, struct cg_error *error)
{
	int result = 0;

	for (int cpu = cg_cpulist_next(cpus, 0); cpu >= 0 && !result;
	     cpu = cg_cpulist_next(cpus, cpu + 1)) {
		int fd = profile->nr_rings ? open_event(&profile->attr, cpu)
					   : choose_event(profile, cpu, frequency_hz);

		if (fd < 0)
			return cannot_open(-fd, &profile->attr, error);
		result = add_ring(profile, fd, cpu, error);
	}
	return result;
}

int cg_profile_open(struct cg_profile **profile, const struct bitmask *cpus,
		    unsigned int frequency_hz, struct cg_error *error)
{
	struct cg_profile *new = calloc(1, sizeof(*new));
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE), nr_cpus = 0;
	int result;

	for (int cpu = cg_cpulist_next(cpus, 0); cpu >= 0; cpu = cg_cpulist_next(cpus, cpu + 1))
		nr_cpus++;
	if (new)
		new->rings = calloc(nr_cpus ? nr_cpus : 1, sizeof(*new->rings));
	if (!new || !new->rings) {
		free(new);
		return cg_error_fail(error, ENOMEM, "allocate a profile");
	}
	new->map_bytes = page_bytes + (RING_BYTES > page_bytes ? RING_BYTES : page_bytes);
	result = open_rings(new, cpus, frequency_hz, error);
	if (result)
		cg_profile_close(new);
	else
		*profile = new;
	return result;
}

static int control_all(struct cg_profile *profile, unsigned long request, const char *name,
		       struct cg_error *error)
{
	int result = 0;

	for (size_t i = 0; i < profile->nr_rings; i++) {
		if (ioctl(profile->rings[i].fd, request, 0))
			result = cg_error_fail(error, errno, "ioctl %s", name);
	}
	return result;
}

int cg_profile_start(struct cg_profile *profile, struct cg_error *error)
{
	return control_all(profile, PERF_EVENT_IOC_ENABLE, "PERF_EVENT_IOC_ENABLE", error);
}

static int keep_address(struct cg_profile *profile, uint64_t address)
{
	size_t room = profile->room ? profile->room * 2 : 4096;
	uint64_t *larger;

	if (profile->nr_addresses == profile->room) {
		larger = reallocarray(profile->addresses, room, sizeof(*larger));
		if (!larger)
			return -ENOMEM;
		profile->addresses = larger;
		profile->room = room;
	}
	profile->addresses[profile->nr_addresses++] = address;
	return 0;
}

/* The 8 bytes at position @at; records are whole multiples of 8, so none of them wraps. */
static uint64_t ring_word(const struct ring *ring, uint64_t at)
{
	const char *data = (const char *)ring->page + ring->page->data_offset;
	uint64_t word;

	memcpy(&word, data + at % ring->page->data_size, sizeof(word));
	return word;
}

static int drain_ring(struct cg_profile *profile, const struct ring *ring)
{
	uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = ring->page->data_tail;
	struct perf_event_header header;
	int result = 0;

	while (tail < head && !result) {
		uint64_t word = ring_word(ring, tail);

		memcpy(&header, &word, sizeof(header));
		if (header.type == PERF_RECORD_SAMPLE)
			result = keep_address(profile, ring_word(ring, tail + sizeof(header)));
		else if (header.type == PERF_RECORD_LOST)
			/* header, id, lost */
			profile->lost_records += ring_word(ring, tail + sizeof(header) + 8);
		tail += header.size;
	}
	__atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
	return result;
}

int cg_profile_drain(struct cg_profile *profile, struct cg_error *error)
{
	int result = 0;

	for (size_t i = 0; i < profile->nr_rings && !result; i++)
		result = drain_ring(profile, &profile->rings[i]);
	return result ? cg_error_fail(error, -result, "keep the profile's samples") : 0;
}

int cg_profile_stop(struct cg_profile *profile, struct cg_error *error)
{
	int stopped = control_all(profile, PERF_EVENT_IOC_DISABLE, "PERF_EVENT_IOC_DISABLE", error);
	int drained = cg_profile_drain(profile, error);

	return stopped ? stopped : drained;
}

/*
 * All that was lost since the events were opened. A ring tells of a loss only with the next
 * record that fits, so what it says can lack the last one; the kernel's own count does not.
 */
static int read_lost(const struct cg_profile *profile, uint64_t *lost, struct cg_error *error)
{
	uint64_t data[2]; /* the event's count, and what it lost: PERF_FORMAT_LOST */

	*lost = profile->counts_lost ? 0 : profile->lost_records;
	for (size_t i = 0; i < profile->nr_rings && profile->counts_lost; i++) {
		if (read(profile->rings[i].fd, data, sizeof(data)) != (ssize_t)sizeof(data))
			return cg_error_fail(error, errno, "read a perf event");
		*lost += data[1];
	}
	return 0;
}

int cg_profile_resolve(struct cg_profile *profile, struct cg_profile_result *result,
		       struct cg_error *error)
{
	uint64_t lost;
	int code = read_lost(profile, &lost, error);

	if (!code)
		code = cg_profile_count(profile->addresses, profile->nr_addresses, NULL, result,
					error);
	if (code)
		return code;
	result->source = profile->source;
	result->lost = lost - profile->lost_before;
	return 0;
}

int cg_profile_clear(struct cg_profile *profile, struct cg_error *error)
{
	int result = cg_profile_drain(profile, error);

	if (!result)
		result = read_lost(profile, &profile->lost_before, error);
	profile->nr_addresses = 0;
	return result;
}

void cg_profile_close(struct cg_profile *profile)
{
	if (!profile)
		return;
	for (size_t i = 0; i < profile->nr_rings; i++) {
		munmap(profile->rings[i].page, profile->map_bytes);
		close(profile->rings[i].fd);
	}
	free(profile->rings);
	free(profile->addresses);
	free(profile);
}
