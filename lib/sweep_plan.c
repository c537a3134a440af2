// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep_plan.c - the command line of a sweep. See sweep_plan.h.
 */
#include "sweep_plan.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "parse.h"
#include "range.h"

#define HOLE "{}"

/* Shown unless --events says otherwise: what the known regressions of size, depth and number
 * show in. */
static const enum cg_event default_events[] = { CG_EVENT_CHARGE_WALK, CG_EVENT_UNCHARGE_WALK,
						CG_EVENT_OBJCG_DRAIN, CG_EVENT_CHARGE };

static int no_memory(struct cg_error *error)
{
	return cg_error_fail(error, ENOMEM, "read the command line of a sweep");
}

/* ---- The sweep's own options ---- */

static int take_events(struct cg_sweep_plan *plan, const char *list, struct cg_error *error)
{
	char *copy = strdup(list), *rest = copy, *word;
	int event = 0;

	if (!copy)
		return no_memory(error);
	memset(plan->events, 0, sizeof(plan->events));
	while (event >= 0 && (word = strsep(&rest, ",")) != NULL) {
		event = cg_event_find(word);
		if (event >= 0)
			plan->events[event] = true;
		else
			cg_error_usage(error, "--events: '%.60s' is no charge-path event", word);
	}
	free(copy);
	return event >= 0 ? 0 : -EINVAL;
}

static int take_own(struct cg_sweep_plan *plan, const char *name, const char *value,
		    struct cg_error *error)
{
	if (!value || !*value)
		return cg_error_usage(error, "--%s needs a value", name);
	if (strcmp(name, "events") == 0)
		return take_events(plan, value, error);
	if (strcmp(name, "json") == 0)
		plan->json = value;
	else
		plan->list = value;
	return 0;
}

/* The name of the sweep's own option that @word is, and its value if it is in @word too. */
static const char *own_option(const char *word, const char **value)
{
	static const char *const names[] = { "json", "values", "events" };

	*value = NULL;
	if (strncmp(word, "-o", 2) == 0) {
		*value = word[2] ? word + 2 : NULL;
		return "json";
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t length = strlen(names[i]);

		if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, names[i], length) != 0)
			continue;
		if (word[2 + length] == '=')
			*value = word + 2 + length + 1;
		if (word[2 + length] == '=' || word[2 + length] == '\0')
			return names[i];
	}
	return NULL;
}

/* Sorts the words into the sweep's and the workload's. */
static int sort_words(struct cg_sweep_plan *plan, int argc, char **argv, struct cg_error *error)
{
	int result = 0;

	for (int i = 0; i < argc && !result; i++) {
		const char *value, *own = own_option(argv[i], &value);

		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			plan->help = true;
		if (plan->help)
			return 0;
		if (own && !value && i + 1 < argc)
			value = argv[++i];
		if (own)
			result = take_own(plan, own, value, error);
		else
			result = cg_options_check_part(argv[i], "sweep", error);
		if (!own)
			plan->argv[plan->argc++] = argv[i];
	}
	return result;
}

/* ---- What varies ---- */

/* The value in argument @i, its own or that of the option before it. */
static const char *value_in(const struct cg_sweep_plan *plan, size_t i)
{
	const char *word = plan->argv[i], *equals;

	if (word[0] != '-')
		return word;
	if (word[1] != '-')
		return word[1] && word[2] ? word + 2 : NULL;
	equals = strchr(word, '=');
	return equals ? equals + 1 : NULL;
}

/* Where in @value something varies: *begin and *end; false if nothing does. */
static bool find_variation(const char *value, const char **begin, const char **end)
{
	const char *hole = strstr(value, HOLE), *element = value;

	if (hole) {
		*begin = hole;
		*end = hole + strlen(HOLE);
		return true;
	}
	if (cg_range_is_meant(value)) {
		*begin = value;
		*end = value + strlen(value);
		return true;
	}
	while (element) {
		const char *comma = strchrnul(element, ','), *colon = strchrnul(element, ':');
		const char *dots = strstr(colon, "..");

		if (colon < comma && isdigit((unsigned char)colon[1]) && dots && dots < comma) {
			*begin = colon + 1;
			*end = comma;
			return true;
		}
		element = *comma ? comma + 1 : NULL;
	}
	return false;
}

/* The name of the option that argument @i belongs to; false if it belongs to none. */
static bool name_option(const struct cg_sweep_plan *plan, size_t i, char *text, size_t size)
{
	const char *own = plan->argv[i], *word = own[0] == '-' ? own : plan->argv[i - 1], *name;
	char letter;

	if (word[0] != '-')
		return false;
	if (word[1] == '-') {
		snprintf(text, size, "%.*s", (int)strcspn(word + 2, "="), word + 2);
		return *text != '\0';
	}
	if (word[1] == '\0')
		return false;
	/* "-n8", but "-qn 8". */
	letter = (char)(word == own ? word[1] : word[strlen(word) - 1]);
	name = cg_options_name_of_letter(letter);
	if (!name && letter == 's') /* the one letter a workload's own option may have */
		name = "size";
	if (name)
		snprintf(text, size, "%s", name);
	else
		snprintf(text, size, "%c", letter);
	return true;
}

static int set_varied(struct cg_sweep_plan *plan, size_t i, const char *begin, const char *end,
		      struct cg_error *error)
{
	char option[sizeof(plan->option)];

	if (!name_option(plan, i, option, sizeof(option)))
		return cg_error_usage(error, "'%.60s' belongs to no option", plan->argv[i]);
	if (plan->varied)
		return cg_error_usage(error, "--%s and --%s vary: a sweep varies one option",
				      plan->option, option);
	memcpy(plan->option, option, sizeof(option));
	plan->varied = i;
	plan->before = strndup(plan->argv[i], (size_t)(begin - plan->argv[i]));
	plan->varying = strndup(begin, (size_t)(end - begin));
	plan->after = strdup(end);
	return plan->before && plan->varying && plan->after ? 0 : no_memory(error);
}

static int find_varied(struct cg_sweep_plan *plan, struct cg_error *error)
{
	const char *begin, *end;
	int result = 0;

	for (size_t i = 1; i < plan->argc && !result; i++) {
		const char *value = value_in(plan, i);

		if (value && find_variation(value, &begin, &end))
			result = set_varied(plan, i, begin, end, error);
	}
	if (result || plan->varied)
		return result;
	cg_error_usage(error, "no option has a range");
	cg_error_cure(error, "for instance --nr 1..8 or --cgroup deep:1..8; see cgpong sweep "
			     "--help");
	return -EINVAL;
}

/* ---- Its values ---- */

static int add_value(struct cg_sweep_plan *plan, const char *text, struct cg_error *error)
{
	if (*text == '\0')
		return cg_error_usage(error, "--values: an empty value");
	if (plan->nr_steps == CG_RANGE_VALUES_MAX)
		return cg_error_usage(error, "--values: more than %d values", CG_RANGE_VALUES_MAX);
	plan->values[plan->nr_steps] = strdup(text);
	return plan->values[plan->nr_steps++] ? 0 : no_memory(error);
}

/* Listed values may be any text; only if all are numbers do they have an order. */
static int take_list(struct cg_sweep_plan *plan, struct cg_error *error)
{
	char *copy = strdup(plan->list), *rest = copy, *word;
	int result = copy ? 0 : no_memory(error);

	while (!result && (word = strsep(&rest, ",")) != NULL)
		result = add_value(plan, word, error);
	free(copy);
	if (result)
		return result;
	plan->numbers = calloc(plan->nr_steps, sizeof(*plan->numbers));
	if (!plan->numbers)
		return no_memory(error);
	for (size_t i = 0; i < plan->nr_steps; i++) {
		if (cg_parse_bytes(plan->values[i], 0, UINT64_MAX, &plan->numbers[i]) == 0)
			continue;
		free(plan->numbers);
		plan->numbers = NULL;
		return 0;
	}
	return 0;
}

static int take_range(struct cg_sweep_plan *plan, size_t nr_cpus, struct cg_error *error)
{
	bool is_nr = strcmp(plan->option, "nr") == 0;
	struct cg_error why = { 0 };
	struct cg_range range;
	char number[32];
	int result = cg_range_parse(&range, plan->varying, is_nr ? nr_cpus : 0, &why);

	if (result && why.kind == CG_ERROR_USAGE)
		return cg_error_usage(error, "--%s %.60s: %s", plan->option, plan->varying,
				      why.what);
	if (result)
		return no_memory(error);
	for (size_t i = 0; i < range.nr && !result; i++) {
		snprintf(number, sizeof(number), "%" PRIu64, range.values[i]);
		result = add_value(plan, number, error);
	}
	plan->numbers = range.values;
	return result;
}

static int take_values(struct cg_sweep_plan *plan, size_t nr_cpus, struct cg_error *error)
{
	bool hole = strcmp(plan->varying, HOLE) == 0;

	plan->values = calloc(CG_RANGE_VALUES_MAX, sizeof(*plan->values));
	if (!plan->values)
		return no_memory(error);
	if (hole && !plan->list)
		return cg_error_usage(error, "--%s %s needs --values A,B,...", plan->option, HOLE);
	if (!hole && plan->list)
		return cg_error_usage(error, "--values goes with --OPTION %s, not with a range",
				      HOLE);
	return hole ? take_list(plan, error) : take_range(plan, nr_cpus, error);
}

/* ---- All of it ---- */

int cg_sweep_plan_parse(struct cg_sweep_plan *plan, const struct cg_catalog_entry *workload,
			int argc, char **argv, size_t nr_cpus, struct cg_error *error)
{
	int result;

	*plan = (struct cg_sweep_plan){ .workload = workload };
	for (size_t i = 0; i < sizeof(default_events) / sizeof(default_events[0]); i++)
		plan->events[default_events[i]] = true;
	plan->argv = calloc((size_t)argc, sizeof(*plan->argv));
	if (!plan->argv)
		return no_memory(error);
	result = sort_words(plan, argc, argv, error);
	if (result || plan->help)
		return result;
	result = find_varied(plan, error);
	if (!result)
		result = take_values(plan, nr_cpus, error);
	return result;
}

char *cg_sweep_plan_label(const struct cg_sweep_plan *plan, size_t step, char *text, size_t size)
{
	const char *value = plan->before, *comma;

	/* Of "--cgroup=root,deep:" only the context that varies. */
	if (value[0] == '-')
		value = value[1] == '-' ? strchrnul(value, '=') + 1 : value + 2;
	comma = strrchr(value, ',');
	snprintf(text, size, "%s%s%.*s", comma ? comma + 1 : value, plan->values[step],
		 (int)strcspn(plan->after, ","), plan->after);
	return text;
}

void cg_sweep_plan_free(struct cg_sweep_plan *plan)
{
	for (size_t i = 0; i < plan->nr_steps; i++)
		free(plan->values[i]);
	free(plan->values);
	free(plan->numbers);
	free(plan->before);
	free(plan->varying);
	free(plan->after);
	free(plan->argv);
	*plan = (struct cg_sweep_plan){ 0 };
}
