// SPDX-License-Identifier: GPL-2.0-only
/*
 * leftovers.c - fuzzes tracefs' list of probes, of which those of dead runs are removed: of nobody
 * else's group, and no other command is written.
 */
#include <fcntl.h>

#include "fuzz.h"
#include "probe_group.h"

/* What was appended to the list: "-:cgpong_<id>/<event>", again and again, of groups in the list. */
static void check_commands(const char *list, char *commands)
{
	char *end, group[64];

	while (commands && *commands) {
		REQUIRE(strncmp(commands, "-:cgpong_", 9) == 0);
		REQUIRE(commands[9] >= '1' && commands[9] <= '9');
		end = strchr(commands, '/');
		REQUIRE(end && end - commands < 50);
		snprintf(group, sizeof(group), "p:%.*s", (int)(end + 1 - commands - 2),
			 commands + 2);
		REQUIRE(strstr(list, group));
		commands = strstr(end, "-:cgpong_");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file events;
	static int tracefs = -1;
	struct stat status;
	char *list, *commands;
	size_t length;

	if (tracefs < 0) {
		fuzz_file_link(&events, "tracefs/kprobe_events");
		tracefs = open("tracefs", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		REQUIRE(tracefs >= 0);
	}
	list = fuzz_text(data, size);
	/* The kernel's text is whole lines; what we write comes behind it. */
	if (size)
		list[size - 1] = '\n';
	fuzz_file_set(&events, list, size);
	cg_probe_group_sweep(tracefs);
	REQUIRE(fstat(events.fd, &status) == 0 && (size_t)status.st_size >= size);
	length = (size_t)status.st_size - size;
	commands = calloc(1, length + 1);
	REQUIRE(commands && pread(events.fd, commands, length, (off_t)size) == (ssize_t)length);
	/* Text, and without our own commands in names. */
	if (strlen(list) == size && !strstr(list, "-:"))
		check_commands(list, commands);
	free(commands);
	free(list);
	return 0;
}
