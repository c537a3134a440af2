// SPDX-License-Identifier: GPL-2.0-only
/*
 * keyed.c - fuzzes files of "key value" lines, of words, and of one number, as procfs and cgroups
 * have them: numbers are found by whole key, and less themselves they are 0.
 */
#include <fcntl.h>

#include "cgroup.h"
#include "cgroupfs.h"
#include "file.h"
#include "fuzz.h"
#include "memory_files.h"

static void check_memory(const char *directory, int version)
{
	struct cg_memory_files files, twice;

	cg_memory_files_read(&files, directory, version);
	REQUIRE(files.stat.nr <= CG_MEMORY_KEYS_MAX);
	for (size_t i = 0; i < files.stat.nr; i++) {
		REQUIRE(files.stat.values[i].value >= 0);
		REQUIRE(!strpbrk(files.stat.values[i].key, " \n"));
	}
	twice = files;
	cg_memory_files_subtract(&twice, &files);
	/* The first line of a key counts. */
	REQUIRE(!files.stat.nr || twice.stat.values[0].value == 0);
}

/* Whole keys: the text has it at the start of a line, a blank behind it. */
static void check_key(const char *path, const char *text)
{
	const char *line = text;
	uint64_t value;

	if (cg_file_read_keyed(path, "oom_kill", &value))
		return;
	while (strncmp(line, "oom_kill", 8) != 0 || !strchr(" \t", line[8])) {
		line = strchr(line, '\n');
		REQUIRE(line);
		line++;
	}
	REQUIRE(isdigit((unsigned char)line[8 + strspn(line + 8, " \t")]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file stat, events;
	char *text = fuzz_text(data, size);
	uint64_t value;
	int directory;

	if (!events.link) {
		fuzz_file_link(&stat, "cgroup/memory.stat");
		fuzz_file_link(&events, "cgroup/memory.oom_control");
	}
	fuzz_file_set(&stat, data, size);
	fuzz_file_set(&events, data, size);
	check_memory("cgroup", 1);
	check_memory("cgroup", 2);
	if (strlen(text) == size)
		check_key(stat.path, text);
	if (cg_file_read_u64(stat.path, &value) == 0)
		REQUIRE(strspn(text, "0123456789\n") == size);
	directory = open("cgroup", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	REQUIRE(directory >= 0);
	if (cg_cgroupfs_has_word(directory, "memory.stat", "memory"))
		REQUIRE(strstr(text, "memory"));
	close(directory);
	free(text);
	return 0;
}
