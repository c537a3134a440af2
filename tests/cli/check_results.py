#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Check a results file against itself: everything that can be worked out again is.

Usage: check_results.py FILE. Statistics come from Python's own module and from a t table.
"""
import json
import math
import re
import statistics
import sys

# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, 0.975, by degrees of freedom.
T975 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}

TOP = {'schema', 'version', 'started_at', 'environment', 'workload', 'options', 'contexts',
       'comparisons', 'warnings', 'op', 'instances', 'members', 'error'}
CONTEXT = {'cgroup', 'tree', 'workers', 'rounds', 'summary', 'counts', 'memory_stat',
           'memory_events', 'latency', 'path', 'file', 'profile'}
ROUND = {'ops', 'seconds', 'ops_per_sec', 'instance_ops', 'user_sec', 'system_sec', 'voluntary_cs',
         'involuntary_cs', 'bytes', 'cycles', 'instructions', 'fairness', 'cpu_sec', 'cpu_speed'}
ENVIRONMENT = {'kernel', 'kernel_version', 'command_line', 'cpus_allowed', 'cpus_online', 'nodes',
               'cgroup', 'governor', 'smt', 'thp', 'numa_balancing', 'mitigations',
               'virtualisation', 'page_size', 'cgpong'}


def near(a, b, relative=1e-9):
    assert math.isclose(a, b, rel_tol=relative, abs_tol=1e-12), f'{a} is not {b}'


def check_interval(shown, logs):
    """The 95 % interval of a geometric mean, from logarithms of the values."""
    if len(logs) < 2:
        assert shown['low'] is shown['high'] is None
        return
    mean = statistics.mean(logs)
    half = T975[len(logs) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
    for bound, expected in ((shown['low'], mean - half), (shown['high'], mean + half)):
        # As exact as the table is.
        assert abs(math.log(bound) - expected) <= 3e-4 * half + 1e-9, f'{bound}: not e^{expected}'


def check_summary(summary, values):
    assert summary['n'] == len(values)
    middle = statistics.median(values)
    near(summary['median'], middle)
    near(summary['min'], min(values))
    near(summary['max'], max(values))
    if len(values) > 1:
        near(summary['mad'], statistics.median(abs(v - middle) for v in values))
    else:
        assert summary['mad'] is None
    if min(values) <= 0:
        assert summary['low'] is summary['high'] is None
        return
    check_interval(summary, [math.log(v) for v in values])


def check_round(results, one):
    assert ROUND <= set(one), ROUND - set(one)
    assert len(one['instance_ops']) == results['instances']
    assert sum(one['instance_ops']) == one['ops'] > 0
    near(one['ops_per_sec'], one['ops'] / one['seconds'], 1e-6)
    assert 0 <= one['user_sec'] and 0 <= one['system_sec']
    assert 0 < one['fairness'] <= 1 + 1e-9
    # Instances of one round run for about, not exactly, the same time.
    if results['instances'] == 1:
        near(one['fairness'], 1)
    assert (one['cycles'] is None) == (one['instructions'] is None)


def metrics_of(results, one):
    nr_workers = results['instances'] * results['members']
    yield 'ops_per_sec', one['ops_per_sec']
    yield 'user_share', one['user_sec'] / one['seconds'] / nr_workers
    yield 'system_share', one['system_sec'] / one['seconds'] / nr_workers
    yield 'switches_per_op', (one['voluntary_cs'] + one['involuntary_cs']) / one['ops']
    yield 'fairness', one['fairness']
    if one['bytes'] is not None:
        assert one['bytes'] == one['ops'] * results['options']['size']
        yield 'megabytes_per_sec', one['bytes'] / 1e6 / one['seconds']
    if results['workload'] == 'mq-pingpong':
        yield 'messages_per_sec', 2 * one['ops_per_sec']
        yield 'mq_ops_per_sec', 4 * one['ops_per_sec']


def check_context(results, context):
    assert CONTEXT <= set(context), CONTEXT - set(context)
    for one in context['rounds']:
        check_round(results, one)
    rounds = [dict(metrics_of(results, one)) for one in context['rounds']]
    for name in rounds[0]:
        check_summary(context['summary'][name], [one[name] for one in rounds])
    if all(one['cycles'] is None for one in context['rounds']):
        assert context['summary']['cycles_per_op'] is None
        assert context['summary']['instructions_per_op'] is None
    seats = [(w['instance'], w['member']) for w in context['workers']]
    assert seats == [(i, m) for i in range(results['instances']) for m in range(results['members'])]
    groups = {group['path'] for group in context['tree']}
    for worker in context['workers']:
        assert worker['group'] in groups if groups else worker['group'] is None
        assert worker['cpu'] is None or worker['cpu'] == worker['ran_on']


def check_comparisons(results):
    contexts = results['contexts']
    names = [context['cgroup'] for context in contexts]
    baseline = names.index('root') if 'root' in names else 0
    compared = [c['context'] for c in results['comparisons']]
    assert compared == [c for c in range(len(contexts)) if c != baseline]
    for comparison in results['comparisons']:
        assert comparison['baseline'] == baseline
        assert comparison['cgroup'] == names[comparison['context']]
        pairs = zip(contexts[comparison['context']]['rounds'], contexts[baseline]['rounds'])
        logs = [math.log(a['ops_per_sec'] / b['ops_per_sec']) for a, b in pairs]
        near(comparison['ratio'], math.exp(statistics.mean(logs)))
        check_interval(comparison, logs)


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        results = json.load(file)
    assert results['schema'] == 'cgpong/1'
    assert TOP <= set(results), TOP - set(results)
    assert ENVIRONMENT <= set(results['environment']), ENVIRONMENT - set(results['environment'])
    assert re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', results['started_at'])
    for context in results['contexts']:
        assert len(context['rounds']) == results['options']['rounds']
        check_context(results, context)
    check_comparisons(results)


main()
