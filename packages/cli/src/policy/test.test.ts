import { ok, type Result } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { createIo, type Surroundings } from '../fixtures/ask.ts';
import { type CaseOutcome, type TestOptions, testPolicy } from './test.ts';

const PASSED: CaseOutcome = {
  name: 'lists pass',
  ok: true,
  expected: 'allow',
  got: { kind: 'allow', rule: 'default read', reason: 'It only reads.' },
  problem: null,
};
const FAILED: CaseOutcome = {
  name: 'purge asks',
  ok: false,
  expected: 'ask',
  got: { kind: 'allow', rule: 'calendar', reason: 'It is let through.' },
  problem: 'Expected ask, but it is allow.',
};
const ABSENT: CaseOutcome = { name: 'no such', ok: false, expected: 'ask', got: null, problem: 'There is no tool x.' };

async function test(
  outcome: Result<readonly CaseOutcome[], string>,
  options: TestOptions = {},
  given: Surroundings = {},
) {
  const { io, written } = createIo({ cwd: '/project', home: '/home/me/.toolmark', ...given });
  const asked: unknown[] = [];
  const code = await testPolicy('cases.json', options, io, (request) => {
    asked.push(request);
    return Promise.resolve(outcome);
  });
  return { code, asked, ...written() };
}

describe('toolmark policy test', () => {
  it('reports each case, and exits with 0 if all pass', async () => {
    const { code, stdout, stderr } = await test(ok([PASSED]));
    expect([code, stdout, stderr]).toEqual([0, '✓ lists pass\n\n1 case passed.\n', '']);
  });

  it('prints expected and actual decisions, and exits with 1', async () => {
    expect(await test(ok([PASSED, FAILED, ABSENT]))).toMatchObject({
      code: 1,
      stdout: [
        '✓ lists pass',
        '✗ purge asks',
        '    expected ask',
        '    got      allow (calendar): It is let through.',
        '✗ no such',
        '    expected ask',
        '    There is no tool x.',
        '',
        '2 failed, 1 case passed.',
        '',
      ].join('\n'),
    });
  });

  it('prints the outcomes with --json', async () => {
    const { code, stdout } = await test(ok([PASSED, FAILED]), { json: true });
    expect([code, JSON.parse(stdout)]).toEqual([1, { ok: false, cases: [PASSED, FAILED] }]);
  });

  it.each<[string, Result<readonly CaseOutcome[], string>, string]>([
    ['a problem of the file', { ok: false, error: 'cases.json: expect must be one of' }, 'cases.json: expect'],
    ['that there are no cases', ok([]), 'cases.json has no cases.'],
  ])('reports %s, and exits with 2', async (_case, outcome, sentence) => {
    const { code, stdout, stderr } = await test(outcome);
    expect([code, stdout, stderr.startsWith(sentence)]).toEqual([2, '', true]);
  });

  it.each<[TestOptions, string]>([
    [{}, '/home/me/.toolmark/toolmark.json'],
    [{ config: 'toolmark.json' }, '/project/toolmark.json'],
    [{ data: '/data' }, '/data/toolmark.json'],
  ])('%j: uses the policy of %s', async (options, configFile) => {
    const { asked } = await test(ok([PASSED]), options);
    expect(asked).toMatchObject([{ file: '/project/cases.json', configFile }]);
  });

  it('exits with 130 on Ctrl-C', async () => {
    expect((await test(ok([PASSED]), {}, { signal: AbortSignal.abort() })).code).toBe(130);
  });
});
