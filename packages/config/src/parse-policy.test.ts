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

describe('policy in toolmark.json', () => {
  it('has the documented defaults', () => {
    expect(policyOf(undefined)).toEqual(DEFAULT_POLICY);
    expect(policyOf({})).toEqual(DEFAULT_POLICY);
    expect(DEFAULT_POLICY.defaults).toEqual({
      read: 'allow',
      additive: 'allow',
      destructive: 'ask',
      contradicted: 'hold',
    });
  });

  it('overrides only the given settings', () => {
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
      ask: { waitMs: 2_000, expiryMs: 900_000, routes: ['client', 'page', 'cli', 'api'], presence: 'none' },
      retry: { attempts: 1, deadlineMs: 30_000 },
      checks: { ...DEFAULT_POLICY.checks, secret: 'hold' },
      resultBytes: 2_048,
    });
  });

  it('accepts one value for a list of one, and a plain argument for equals', () => {
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
    ['an unknown decision', { rules: [{ decision: 'maybe' }] }, 'policy.rules.0.decision'],
    ['a misspelt key', { rules: [{ decison: 'deny', decision: 'deny' }] }, 'policy.rules.0'],
    ['two matchers of one argument', rule({ '$.a': { in: [1], exists: true } }), 'policy.rules.0.arguments.$.a'],
    ['an invalid expression', rule({ '$.a': { matches: '(' } }), 'policy.rules.0.arguments.$.a'],
    [
      'a duplicate name',
      {
        rules: [
          { name: 'x', decision: 'deny' },
          { name: 'x', decision: 'ask' },
        ],
      },
      'policy.rules.1.name',
    ],
    ['a limit of 0', { limits: [{ calls: 0 }] }, 'policy.limits.0.calls'],
  ])('rejects %s with its path', (_case, policy, path) => {
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
    [
      'an invalid expression',
      { arguments: { '$.a': { matches: '(' } } },
      'arguments.$.a',
      /^matches is not a regular expression/,
    ],
    ['match() in a path', { arguments: { "$[?match(@.a, '(')]": 1 } }, "arguments.$[?match(@.a, '(')]", /^uses match/],
    ['no argument', { arguments: {} }, 'arguments', /^must have a JSONPath: as it is, it would match every call$/],
    ['an empty argument condition', { arguments: { '$.a': {} } }, 'arguments.$.a', /^takes exactly one of equals/],
    ['no hint', { hints: {} }, 'hints', /^must name a hint: as it is, it would match every tool$/],
    [
      'an empty hint condition',
      { hints: { readOnlyHint: {} } },
      'hints.readOnlyHint',
      /^must be true or false, or have value/,
    ],
    [
      'an empty session condition',
      { session: {} },
      'session',
      /^must ask for something: as it is, it would match every s/,
    ],
  ])('P15, P20, P24: rejects %s with a remedy', (_case, matcher, path, says) => {
    const parsed = parse({ rules: [{ decision: 'deny', ...matcher }], limits: [{ calls: 1, ...matcher }] });
    const at = parsed.ok ? [] : parsed.error;
    expect(at.map((problem) => problem.path)).toEqual([`policy.rules.0.${path}`, `policy.limits.0.${path}`]);
    for (const { message } of at) expect(message).toMatch(says);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['no route', { ask: { routes: [] } }, 'policy.ask.routes', /^must name at least one of client, page, cli and/],
    ['an unknown route', { ask: { routes: ['web'] } }, 'policy.ask.routes.0', /client/],
    [
      'no route of a rule',
      { rules: [{ decision: 'ask', ask: { routes: [] } }] },
      'policy.rules.0.ask.routes',
      /^must name at least one/,
    ],
    [
      'empty terms of a rule',
      { rules: [{ decision: 'ask', ask: {} }] },
      'policy.rules.0.ask',
      /^must have routes or presence/,
    ],
    [
      'terms of a rule that does not ask',
      { rules: [{ decision: 'deny', ask: { routes: ['page'] } }] },
      'policy.rules.0.ask',
      /^is only for a rule that asks; the decision of this one is deny$/,
    ],
    [
      'a passkey without the page route',
      { ask: { routes: ['cli'], presence: 'passkey' } },
      'policy.ask.presence',
      /^passkey needs page among the routes/,
    ],
    [
      "a passkey of a rule without the policy's page",
      { ask: { routes: ['cli'] }, rules: [{ decision: 'ask', ask: { presence: 'passkey' } }] },
      'policy.rules.0.ask',
      /^passkey needs page among the routes/,
    ],
    [
      "a rule without the page under the policy's passkey",
      { ask: { presence: 'passkey' }, rules: [{ decision: 'ask', ask: { routes: ['client', 'cli'] } }] },
      'policy.rules.0.ask',
      /^passkey needs page among the routes/,
    ],
  ])('P33: rejects %s with a remedy', (_case, policy, path, says) => {
    const parsed = parse(policy);
    const problems = parsed.ok ? [] : parsed.error;
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(problems[0]?.message).toMatch(says);
  });

  it('P28: accepts routes in any order and removes duplicates, also for a single rule', () => {
    const { ask, rules } = policyOf({
      ask: { routes: ['cli', 'page', 'cli'], presence: 'passkey' },
      rules: [
        { decision: 'ask', ask: { routes: ['api', 'client'], presence: 'none' } },
        { decision: 'ask', ask: { routes: ['page'] } },
      ],
    });
    expect([ask.routes, ask.presence]).toEqual([['page', 'cli'], 'passkey']);
    expect(rules.map((rule) => rule.ask)).toEqual([
      { routes: ['client', 'api'], presence: 'none' },
      { routes: ['page'] },
    ]);
  });

  it('rejects an override without a hint', () => {
    const parsed = parse(undefined, { overrides: [{ server: 'a', tool: 'b', hints: {} }] });
    expect(parsed).toMatchObject({ ok: false, error: [{ path: 'overrides.0.hints' }] });
  });
});

const rule = (args: object) => ({ rules: [{ decision: 'deny', arguments: args }] });

describe('cache entries', () => {
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
