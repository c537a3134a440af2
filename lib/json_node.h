/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json_node.h - a value of a JSON file together with where it stands there, so that a report can
 * say of each figure which one it is.
 */
#ifndef CGPONG_JSON_NODE_H
#define CGPONG_JSON_NODE_H

#include <jansson.h>
#include <stddef.h>

#define CG_JSON_NODE_AT 320

struct cg_json_node {
	const json_t *json;	  /* borrowed; NULL: there is no such value */
	char at[CG_JSON_NODE_AT]; /* "3/contexts/0/counts": file 3, then as in RFC 6901 */
};

/** cg_json_node_file() - the top of the @file-th file */
struct cg_json_node cg_json_node_file(const json_t *top, size_t file);

/** cg_json_node_key() - a member; .json is NULL if there is none, or no object */
struct cg_json_node cg_json_node_key(const struct cg_json_node *node, const char *key);

/** cg_json_node_path() - the member of a member of ...: @keys are divided by '/' */
struct cg_json_node cg_json_node_path(const struct cg_json_node *node, const char *keys);

/** cg_json_node_index() - an element; .json is NULL if there is none, or no array */
struct cg_json_node cg_json_node_index(const struct cg_json_node *node, size_t index);

/** cg_json_node_number() - or NAN if it is none */
double cg_json_node_number(const struct cg_json_node *node);

/** cg_json_node_text() - a member's text; @otherwise if it has none */
const char *cg_json_node_text(const struct cg_json_node *node, const char *key,
			      const char *otherwise);

#endif
