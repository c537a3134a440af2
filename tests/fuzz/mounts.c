// SPDX-License-Identifier: GPL-2.0-only
/*
 * mounts.c - fuzzes /proc/self/mountinfo and /proc/self/cgroup, in this order, '@' between them: the
 * cgroup that is found to be ours lies below the mount.
 */
#include "fuzz.h"
#include "hierarchy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file mountinfo, cgroup;
	struct cg_error error = { 0 };
	struct cg_hierarchy h;
	int result;

	if (!cgroup.link) {
		fuzz_file_link(&mountinfo, "proc/self/mountinfo");
		fuzz_file_link(&cgroup, "proc/self/cgroup");
	}
	fuzz_file_part(&mountinfo, &data, &size);
	fuzz_file_part(&cgroup, &data, &size);
	result = cg_hierarchy_find(&h, "proc", &error);
	fuzz_check_error(result, &error);
	if (!result) {
		REQUIRE(h.version >= 0 && h.version <= 2);
		REQUIRE(h.version ? h.mount && !h.why_none : h.why_none && !h.mount);
		REQUIRE(!h.own || strncmp(h.own, h.mount, strlen(h.mount)) == 0);
	}
	cg_hierarchy_free(&h);
	return 0;
}
