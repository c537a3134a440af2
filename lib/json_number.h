/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json_number.h - numbers in JSON, which has no NaN: what is not known is null.
 */
#ifndef CGPONG_JSON_NUMBER_H
#define CGPONG_JSON_NUMBER_H

#include <jansson.h>
#include <math.h>

/** cg_json_number() - a new JSON real, or null for NAN and infinities */
static inline json_t *cg_json_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

#endif
