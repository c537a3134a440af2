// SPDX-License-Identifier: GPL-2.0-only
/*
 * stats.c - what is said about a handful of rounds. See stats.h.
 */
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_of_sorted(const double *values, size_t n)
{
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975. */
double cg_student_t975(size_t df)
{
	static const double table[] = {
		12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
		2.201,	2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
		2.080,	2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
	};
	const double z = 1.959963984540054;
	double d = (double)df;

	if (df <= sizeof(table) / sizeof(table[0]))
		return table[df ? df - 1 : 0];
	/* Expansion in 1/df, Abramowitz and Stegun 26.7.5; good to 4 digits from df = 10. */
	return z + (pow(z, 3) + z) / (4 * d) +
	       (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * d * d);
}

/* Mean and 95 % interval of n logarithms, transformed back. */
static struct cg_ratio interval_of_logs(const double *logs, size_t n)
{
	struct cg_ratio result = { NAN, NAN, NAN };
	double sum = 0, squares = 0, mean, half;

	for (size_t i = 0; i < n; i++)
		sum += logs[i];
	mean = sum / (double)n;
	result.ratio = exp(mean);
	if (n < 2)
		return result;
	for (size_t i = 0; i < n; i++)
		squares += (logs[i] - mean) * (logs[i] - mean);
	half = cg_student_t975(n - 1) * sqrt(squares / (double)(n - 1) / (double)n);
	result.low = exp(mean - half);
	result.high = exp(mean + half);
	return result;
}

bool cg_summarize(const double *values, size_t n, struct cg_summary *summary)
{
	double *work = cg_memory_new(n, sizeof(*work));
	bool positive = true;

	*summary = (struct cg_summary){ .n = n, .low = NAN, .high = NAN };
	if (!work)
		return false;
	memcpy(work, values, n * sizeof(*work));
	qsort(work, n, sizeof(*work), compare_doubles);
	summary->median = median_of_sorted(work, n);
	summary->min = work[0];
	summary->max = work[n - 1];
	positive = work[0] > 0;
	for (size_t i = 0; i < n; i++)
		work[i] = fabs(values[i] - summary->median);
	qsort(work, n, sizeof(*work), compare_doubles);
	/* One value deviates from nothing: that is not a spread of 0. */
	summary->mad = n > 1 ? median_of_sorted(work, n) : (double)NAN;
	if (positive) {
		struct cg_ratio interval;

		for (size_t i = 0; i < n; i++)
			work[i] = log(values[i]);
		interval = interval_of_logs(work, n);
		summary->low = interval.low;
		summary->high = interval.high;
	}
	free(work);
	return true;
}

struct cg_ratio cg_paired_ratio(const double *a, const double *b, size_t n)
{
	struct cg_ratio none = { NAN, NAN, NAN }, result;
	double *logs = cg_memory_new(n, sizeof(*logs));

	if (!logs)
		return none;
	for (size_t i = 0; i < n; i++) {
		if (!(a[i] > 0 && b[i] > 0)) {
			free(logs);
			return none;
		}
		logs[i] = log(a[i] / b[i]);
	}
	result = interval_of_logs(logs, n);
	free(logs);
	return result;
}

double cg_jain(const double *values, size_t n)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		sum += values[i];
		squares += values[i] * values[i];
	}
	return squares > 0 ? sum * sum / ((double)n * squares) : (double)NAN;
}
