import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from './defaults.ts';
import { parseConfig } from './parse.ts';
import { toCache } from './parse-policy.ts';
import type { PolicyConfig } from './policy-config.ts';

const parse = (policy: unknown, rest: object = {}) =>
  parseConfig({ mcpServers: {}, policy, ...rest }, { folder: '/x', env: {} });

function policyOf(policy: unknown): PolicyConfig {
  const parsed = parse(policy);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.config.policy;
}

describe('the policy in toolmark.json', () => {
  it('is the table of the design unless it says otherwise', () => {
    expect(policyOf(undefined)).toEqual(DEFAULT_POLICY);
    expect(policyOf({})).toEqual(DEFAULT_POLICY);
    expect(DEFAULT_POLICY.defaults).toEqual({
      read: 'allow',
      additive: 'allow',
      destructive: 'ask',
      contradicted: 'hold',
    });
  });

  it('changes only what it names', () => {
    const policy = policyOf({
      defaults: { read: 'ask' },
      risk: 'deny',
      ask: { wait: 2 },
      retry: { attempts: 1 },
      checks: { secret: 'hold' },
      resultBytes: 2_048,
    });
    expect(policy).toEqual({
      ...DEFAULT_POLICY,
      defaults: { ...DEFAULT_POLICY.defaults, read: 'ask' },
      risk: 'deny',
      ask: { waitMs: 2_000, expiryMs: 900_000 },
      retry: { attempts: 1, deadlineMs: 30_000 },
      checks: { ...DEFAULT_POLICY.checks, secret: 'hold' },
      resultBytes: 2_048,
    });
  });

  it('takes one value where a list of one is meant, and a plain argument for one that is equal', () => {
    const { rules } = policyOf({
      rules: [
        {
          server: 'calendar',
          tool: ['manage_*', 'list_*'],
          class: 'destructive',
          hints: { openWorldHint: false, readOnlyHint: { source: 'declared' } },
          contradicted: false,
          client: 'Claude*',
          token: 'ci',
          mode: ['direct', 'search'],
          session: { untrusted_content_seen: true, callsOver: 10 },
          arguments: {
            '$.action': 'list',
            '$.limit': { in: [1, 2] },
            '$.q': { matches: '^a' },
            '$.x': { exists: false },
            '$.y': { equals: null },
          },
          decision: 'allow',
        },
        { name: 'the rest', decision: 'deny', reason: 'No.' },
      ],
    });
    expect(rules).toEqual([
      {
        name: 'rule 1',
        decision: 'allow',
        server: ['calendar'],
        tool: ['manage_*', 'list_*'],
        class: ['destructive'],
        hints: { openWorldHint: { value: false }, readOnlyHint: { source: ['declared'] } },
        contradicted: false,
        client: ['Claude*'],
        token: ['ci'],
        mode: ['direct', 'search'],
        session: { untrusted_content_seen: true, callsOver: 10 },
        arguments: {
          '$.action': { equals: 'list' },
          '$.limit': { in: [1, 2] },
          '$.q': { matches: '^a' },
          '$.x': { exists: false },
          '$.y': { equals: null },
        },
      },
      { name: 'the rest', decision: 'deny', reason: 'No.' },
    ]);
  });

  it('reads limits', () => {
    const limits = [
      { class: 'destructive', calls: 3, seconds: 60 },
      { name: 'all', per: 'gateway', calls: 1_000 },
    ];
    expect(policyOf({ limits }).limits).toEqual([
      { name: 'limit 1', per: 'session', calls: 3, windowMs: 60_000, class: ['destructive'] },
      { name: 'all', per: 'gateway', calls: 1_000, windowMs: undefined },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a decision that is none', { rules: [{ decision: 'maybe' }] }, 'policy.rules.0.decision'],
    ['a word that is misspelt', { rules: [{ decison: 'deny', decision: 'deny' }] }, 'policy.rules.0'],
    ['two matchers of one argument', rule({ '$.a': { in: [1], exists: true } }), 'policy.rules.0.arguments.$.a'],
    ['an expression that is none', rule({ '$.a': { matches: '(' } }), 'policy.rules.0.arguments.$.a'],
    [
      'a name that stands twice',
      {
        rules: [
          { name: 'x', decision: 'deny' },
          { name: 'x', decision: 'ask' },
        ],
      },
      'policy.rules.1.name',
    ],
    ['a limit of nothing', { limits: [{ calls: 0 }] }, 'policy.limits.0.calls'],
  ])('refuses %s, and says where', (_case, policy, path) => {
    const parsed = parse(policy);
    expect(parsed.ok ? [] : parsed.error.map((problem) => problem.path)).toContain(path);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'a lookahead',
      { arguments: { '$.a': { matches: '@(?!x)' } } },
      'arguments.$.a',
      /^matches is not supported: .*RE2/,
    ],
    ['no expression', { arguments: { '$.a': { matches: '(' } } }, 'arguments.$.a', /^matches is no regular expression/],
    ['match() in a path', { arguments: { "$[?match(@.a, '(')]": 1 } }, "arguments.$[?match(@.a, '(')]", /^uses match/],
    ['no argument', { arguments: {} }, 'arguments', /^must have a JSONPath: as it is, it would match every call$/],
    ['nothing of an argument', { arguments: { '$.a': {} } }, 'arguments.$.a', /^takes exactly one of equals/],
    ['no hint', { hints: {} }, 'hints', /^must name a hint: as it is, it would match every tool$/],
    [
      'nothing of a hint',
      { hints: { readOnlyHint: {} } },
      'hints.readOnlyHint',
      /^must be true or false, or say value/,
    ],
    ['nothing of a session', { session: {} }, 'session', /^must ask for something: as it is, it would match every s/],
  ])('P15, P20, P24: refuses %s, and says what to do', (_case, matcher, path, says) => {
    const parsed = parse({ rules: [{ decision: 'deny', ...matcher }], limits: [{ calls: 1, ...matcher }] });
    const at = parsed.ok ? [] : parsed.error;
    expect(at.map((problem) => problem.path)).toEqual([`policy.rules.0.${path}`, `policy.limits.0.${path}`]);
    for (const { message } of at) expect(message).toMatch(says);
  });

  it('refuses an override without a hint', () => {
    const parsed = parse(undefined, { overrides: [{ server: 'a', tool: 'b', hints: {} }] });
    expect(parsed).toMatchObject({ ok: false, error: [{ path: 'overrides.0.hints' }] });
  });
});

const rule = (args: object) => ({ rules: [{ decision: 'deny', arguments: args }] });

describe('what is kept of answers', () => {
  it.each([
    [undefined, undefined],
    [false, undefined],
    [true, { ttlMs: 60_000, tools: ['*'] }],
    [5, { ttlMs: 5_000, tools: ['*'] }],
    [{ tools: ['get_*', 'list_*'] }, { ttlMs: 60_000, tools: ['get_*', 'list_*'] }],
    [{ ttl: 0.5 }, { ttlMs: 500, tools: ['*'] }],
  ])('%j', (entry, expected) => {
    expect(toCache(entry)).toEqual(expected);
  });
});
