import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { countChecks, regressions, weakened } from './compare-runs.ts';
import { type Check, readResults } from './run-suite.ts';

const check = (name: string, status: Check['status']): Check => ({
  name,
  scenario: name.split(':')[0] ?? '',
  status,
  message: 'why',
});

it.each<[string, readonly Check[], readonly Check[], readonly string[]]>([
  ['nothing changes', [check('a: 1', 'SUCCESS')], [check('a: 1', 'SUCCESS')], []],
  [
    'a check turns into a failure',
    [check('a: 1', 'SUCCESS')],
    [check('a: 1', 'FAILURE'), check('a: 2', 'SUCCESS')],
    ['a: 1: why'],
  ],
  ['a failure is new', [check('a: 1', 'SUCCESS')], [check('a: 1', 'SUCCESS'), check('a: 2', 'FAILURE')], ['a: 2: why']],
  ['it failed before', [check('a: 1', 'FAILURE')], [check('a: 1', 'FAILURE')], []],
  ['a check becomes a warning', [check('a: 1', 'SUCCESS')], [check('a: 1', 'WARNING')], []],
  ['a scenario only makes remarks', [check('a: 1', 'SUCCESS')], [check('a: 2', 'INFO')], []],
  [
    'a scenario says nothing any more',
    [check('a: 1', 'SUCCESS')],
    [check('a: 1', 'SKIPPED')],
    ['a: nothing was checked'],
  ],
  ['a scenario is missing', [check('a: 1', 'SUCCESS')], [], ['a: nothing was checked']],
])('%s', (_case, direct, through, expected) => {
  expect(regressions(direct, through)).toEqual(expected);
});

it('reports checks that pass only directly', () => {
  const direct = ['a: 1', 'a: 2', 'a: 3', 'a: 4'].map((name) => check(name, 'SUCCESS'));
  const through = [check('a: 1', 'SUCCESS'), check('a: 2', 'WARNING'), check('a: 3', 'FAILURE')];
  expect(weakened(direct, through)).toEqual(['a: 2: warning', 'a: 4: not made']);
});

it('counts', () => {
  const checks = [check('a: 1', 'SUCCESS'), check('a: 2', 'SUCCESS'), check('a: 3', 'WARNING')];
  expect(countChecks(checks)).toBe('2 passed, 0 failed, 1 warning');
});

it("reads the suite's results, and treats a scenario without results as a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'server-tools-list-2026-01-01T00-00-00-000Z'));
  await mkdir(join(folder, 'server-ping-2026-01-01T00-00-00-000Z'));
  const written = [
    { id: 'x', status: 'SUCCESS' },
    { id: 'log', status: 'INFO' },
    { id: 'x', status: 'FAILURE', errorMessage: 'no' },
  ];
  await writeFile(join(folder, 'server-tools-list-2026-01-01T00-00-00-000Z', 'checks.json'), JSON.stringify(written));
  expect(await readResults(folder)).toEqual([
    { name: 'ping: could not run', scenario: 'ping', status: 'FAILURE', message: 'the scenario threw' },
    { name: 'tools-list: x', scenario: 'tools-list', status: 'SUCCESS', message: '' },
    { name: 'tools-list: log', scenario: 'tools-list', status: 'INFO', message: '' },
    { name: 'tools-list: x #2', scenario: 'tools-list', status: 'FAILURE', message: 'no' },
  ]);
});
