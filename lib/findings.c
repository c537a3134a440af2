// SPDX-License-Identifier: GPL-2.0-only
/*
 * findings.c - what was found out about a machine. See findings.h.
 */
#include "findings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ink.h"

static const char *const state_names[] = {
	[CG_FINDING_OK] = "ok",
	[CG_FINDING_WARN] = "warn",
	[CG_FINDING_NO] = "no",
};

static const enum cg_ink state_inks[] = {
	[CG_FINDING_OK] = CG_INK_GREEN,
	[CG_FINDING_WARN] = CG_INK_YELLOW,
	[CG_FINDING_NO] = CG_INK_RED,
};

void cg_findings_add(struct cg_findings *findings, enum cg_finding_state state, const char *what,
		     const char *format, ...)
{
	struct cg_finding *grown, *finding;
	va_list arguments;

	grown = reallocarray(findings->all, findings->nr + 1, sizeof(*grown));
	if (!grown) {
		findings->nr_lost++;
		return;
	}
	findings->all = grown;
	finding = &grown[findings->nr++];
	*finding = (struct cg_finding){ .state = state };
	snprintf(finding->what, sizeof(finding->what), "%s", what);
	va_start(arguments, format);
	vsnprintf(finding->detail, sizeof(finding->detail), format, arguments);
	va_end(arguments);
}

void cg_findings_cure(struct cg_findings *findings, const char *format, ...)
{
	struct cg_finding *last;
	va_list arguments;

	if (findings->nr == 0 || findings->nr_lost)
		return;
	last = &findings->all[findings->nr - 1];
	va_start(arguments, format);
	vsnprintf(last->cure, sizeof(last->cure), format, arguments);
	va_end(arguments);
}

void cg_findings_add_error(struct cg_findings *findings, enum cg_finding_state state,
			   const char *what, const struct cg_error *error)
{
	struct cg_error bare = *error;
	char text[640];

	bare.cure[0] = '\0';
	cg_findings_add(findings, state, what, "%s", cg_error_text(&bare, text, sizeof(text)));
	if (error->cure[0])
		cg_findings_cure(findings, "%s", error->cure);
}

void cg_findings_print(FILE *out, const struct cg_findings *findings)
{
	int width = 0;

	for (size_t i = 0; i < findings->nr; i++) {
		int length = (int)strlen(findings->all[i].what);

		if (length > width)
			width = length;
	}
	for (size_t i = 0; i < findings->nr; i++) {
		const struct cg_finding *f = &findings->all[i];

		fprintf(out, "%s%-4s%s  %-*s  \u2014 %s", cg_ink(out, state_inks[f->state]),
			state_names[f->state], cg_ink(out, CG_INK_NONE), width, f->what, f->detail);
		if (f->cure[0])
			fprintf(out, " (%s)", f->cure);
		fputc('\n', out);
	}
	if (findings->nr_lost)
		fprintf(out, "no    memory for %zu more findings\n", findings->nr_lost);
}

json_t *cg_findings_json(const struct cg_findings *findings)
{
	json_t *all = json_array();

	for (size_t i = 0; i < findings->nr; i++) {
		const struct cg_finding *f = &findings->all[i];
		json_t *one = json_pack("{s:s, s:s, s:s, s:s?}", "state", state_names[f->state],
					"what", f->what, "detail", f->detail, "cure",
					f->cure[0] ? f->cure : NULL);

		if (json_array_append_new(all, one) == 0)
			continue;
		json_decref(all);
		return NULL;
	}
	return json_pack("{s:s, s:s, s:o}", "schema", "cgpong-doctor/1", "version", CGPONG_VERSION,
			 "findings", all);
}

void cg_findings_free(struct cg_findings *findings)
{
	free(findings->all);
	*findings = (struct cg_findings){ 0 };
}
