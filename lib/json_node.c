// SPDX-License-Identifier: GPL-2.0-only
/*
 * json_node.c - a value of a JSON file, and where it stands. See json_node.h.
 */
#include "json_node.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct cg_json_node cg_json_node_file(const json_t *top, size_t file)
{
	struct cg_json_node node = { .json = top };

	snprintf(node.at, sizeof(node.at), "%zu", file);
	return node;
}

/* RFC 6901: '~' and '/' of a key are ~0 and ~1. A path that does not fit is cut. */
static void append(struct cg_json_node *node, const char *key)
{
	size_t length = strlen(node->at);

	if (length + 1 < sizeof(node->at))
		node->at[length++] = '/';
	for (; *key && length + 2 < sizeof(node->at); key++) {
		if (*key == '~' || *key == '/') {
			node->at[length++] = '~';
			node->at[length++] = *key == '~' ? '0' : '1';
		} else {
			node->at[length++] = *key;
		}
	}
	node->at[length < sizeof(node->at) ? length : sizeof(node->at) - 1] = '\0';
}

struct cg_json_node cg_json_node_key(const struct cg_json_node *node, const char *key)
{
	struct cg_json_node child = *node;

	child.json = json_object_get(node->json, key);
	append(&child, key);
	return child;
}

struct cg_json_node cg_json_node_path(const struct cg_json_node *node, const char *keys)
{
	struct cg_json_node child = *node;
	char copy[128], *rest = copy, *key;

	snprintf(copy, sizeof(copy), "%s", keys);
	while ((key = strsep(&rest, "/")) != NULL)
		child = cg_json_node_key(&child, key);
	return child;
}

struct cg_json_node cg_json_node_index(const struct cg_json_node *node, size_t index)
{
	struct cg_json_node child = *node;
	char number[32];

	child.json = json_array_get(node->json, index);
	snprintf(number, sizeof(number), "%zu", index);
	append(&child, number);
	return child;
}

double cg_json_node_number(const struct cg_json_node *node)
{
	return json_is_number(node->json) ? json_number_value(node->json) : NAN;
}

const char *cg_json_node_text(const struct cg_json_node *node, const char *key,
			      const char *otherwise)
{
	const char *text = json_string_value(json_object_get(node->json, key));

	return text ? text : otherwise;
}
