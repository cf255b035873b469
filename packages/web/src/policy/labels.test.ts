import type { PolicyInUse, PolicyLimitInUse, PolicyRuleInUse } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { checksWords, inOneSentence, limitWords, matcherWords, retryWords, ruleWords, termsWords } from './labels.ts';

const USUAL: PolicyInUse['defaults'] = { read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' };
const rule = (name: string) => ({ name, decision: 'deny' as const });

describe('inOneSentence', () => {
  it.each<[Partial<PolicyInUse['defaults']>, number, string]>([
    [
      {},
      0,
      'The policy asks about destructive tools, allows read-only tools and tools that add, and holds contradictory tools.',
    ],
    [
      { contradicted: 'ask' },
      1,
      'The policy asks about destructive tools and contradictory tools and allows read-only tools and tools that add; one rule takes precedence.',
    ],
    [
      { read: 'deny', additive: 'deny', destructive: 'deny', contradicted: 'deny' },
      2,
      'The policy refuses read-only tools, tools that add, destructive tools and contradictory tools; 2 rules take precedence.',
    ],
  ])('%j with %i rules', (defaults, count, sentence) => {
    const rules = Array.from({ length: count }, (_, at) => rule(`r${at}`));
    expect(inOneSentence({ defaults: { ...USUAL, ...defaults }, rules })).toBe(sentence);
  });
});

describe('matcherWords', () => {
  it.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [{}, ['every call']],
    [{ server: undefined }, ['every call']],
    [{ server: ['notes', 'mail'] }, ['the server is notes or mail']],
    [{ tool: ['delete_*'], class: ['destructive'] }, ['the tool is delete_*', 'its class is destructive']],
    [{ client: ['a', 'b', 'c'] }, ['the client calls itself a, b or c']],
    [{ token: ['ci'], mode: ['web'] }, ['the token is ci', 'the mode is web']],
    [{ contradicted: true }, ['its definition contradicts its hints']],
    [{ contradicted: false }, ['its definition does not contradict its hints']],
    [{ hints: { readOnlyHint: { value: true } } }, ['readOnlyHint is true']],
    [
      { hints: { readOnlyHint: { value: true, source: ['declared', 'default'] } } },
      ['readOnlyHint is true, declared or default'],
    ],
    [{ hints: { openWorldHint: { source: ['default'] } } }, ['openWorldHint is default']],
    [{ hints: { openWorldHint: false } }, ['openWorldHint is false']],
    [
      { session: { private_data_read: true, open_world_write: false, callsOver: 5 } },
      [
        'the session has read private data',
        'the session has not written to the open world',
        'the session has made more than 5 calls',
      ],
    ],
    [
      {
        arguments: {
          '$.a': { equals: 'x' },
          '$.b': { in: [1, 2] },
          '$.c': { matches: '^a$' },
          '$.d': { exists: false },
          '$.e': { exists: true },
          '$.f': 'plain',
        },
      },
      ['$.a is "x"', '$.b is one of [1,2]', '$.c matches "^a$"', '$.d is not there', '$.e is there', '$.f is "plain"'],
    ],
    [{ tomorrow: { a: 1 }, later: 3 }, ['tomorrow is {"a":1}', 'later is 3']],
  ])('%j', (matcher, words) => expect(matcherWords(matcher)).toEqual(words));

  it('leaves out options that do not select calls', () => {
    expect(ruleWords({ ...rule('r'), reason: 'Because.', tool: ['x'] })).toEqual(['the tool is x']);
  });
});

it.each<[Omit<PolicyLimitInUse, 'name'>, string]>([
  [
    { per: 'session', calls: 10, seconds: 60, class: ['destructive'] },
    'At most 10 calls in 1m for each session, where its class is destructive',
  ],
  [{ per: 'gateway', calls: 1 }, 'At most 1 call in all for all callers together'],
  [
    { per: 'token', calls: 2, seconds: 3_600, server: ['a'], tool: ['b'] },
    'At most 2 calls in 1h for each token, where the server is a and the tool is b',
  ],
])('describes %j as %j', (limit, words) => expect(limitWords({ name: 'l', ...limit } as PolicyLimitInUse)).toBe(words));

it.each([
  [{ attempts: 1, deadline: 30 }, 'Failed calls are not retried.'],
  [{ attempts: 3, deadline: 90 }, 'Safe calls are tried up to 3 times within 1m 30s.'],
])('%j: %s', (retry, words) => expect(retryWords(retry)).toBe(words));

it('groups checks by effect, the strictest first', () => {
  expect(
    checksWords({ secret: 'warn', 'large-result': 'off', 'hidden-unicode': 'hold', instructions: 'warn' }),
  ).toEqual(['Holds the tool: hidden-unicode', 'Warns: secret, instructions', 'Off: large-result']);
  expect(checksWords({})).toEqual([]);
});

it.each<[NonNullable<PolicyRuleInUse['ask']>, string]>([
  [{ routes: ['page'] }, 'Can be answered on the page.'],
  [{ presence: 'passkey' }, 'Approving needs a passkey on the page.'],
  [
    { routes: ['client', 'page', 'cli', 'api'], presence: 'none' },
    'Can be answered in the client, on the page, on the command line or through the API. Approving needs no passkey.',
  ],
])('routes of %j: %s', (terms, words) => expect(termsWords(terms)).toBe(words));

it("a rule's approval options do not count as conditions", () => {
  expect(ruleWords({ name: 'r', decision: 'ask', tool: ['x'], ask: { routes: ['page'] } })).toEqual(['the tool is x']);
});
