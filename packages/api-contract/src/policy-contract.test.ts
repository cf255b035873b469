import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  acceptRequestSchema,
  approvalListSchema,
  approvalRequestSchema,
  approvalSchema,
  explainRequestSchema,
  grantListSchema,
  grantSchema,
  isReleasedByAccept,
  overrideAnswerSchema,
  overrideEntriesSchema,
  overrideHistorySchema,
  overrideListSchema,
  overrideRequestSchema,
  overrideSchema,
  overridesSchema,
  policyExplanationSchema,
  policyInUseSchema,
  policyReplayLineSchema,
  policyReplayRequestSchema,
  policyReplaySchema,
  standingSchema,
} from './index.ts';

const moment = '2026-11-15T12:00:00Z';
const hint = { value: true, source: 'default', declared: null, reason: 'not declared' };
const print = { hints: 'readOnly=absent', prose: 'abc' };

const approval = {
  id: 'a1',
  status: 'approved',
  call_id: 'c1',
  session_id: null,
  server: 'notes',
  tool: 'delete_note',
  title: 'delete_note',
  class: 'destructive',
  effective: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
  rule: 'default: destructive',
  reason: 'It may destroy something.',
  arguments: { value: { id: 1 }, bytes: 8, is_cut: false, redactions: 0 },
  others: null,
  sent: {
    bytes: 40,
    sha256: 'ab12',
    text: '{"name":"delete_note"}',
    is_cut: false,
    marks: [{ start: 1, end: 5, kind: 'secret' }],
    searched: 22,
    headers: { 'mcp-param-region': 'eu' },
  },
  client_name: null,
  principal: 'local',
  mode: 'direct',
  requested_at: moment,
  expires_at: moment,
  is_waiting: false,
  routes: ['page', 'cli'],
  presence_required: true,
  remember_choices: ['once', 'always'],
  answer: {
    decision: 'approve',
    remember: 'once',
    scope: 'tool',
    route: 'client',
    presence: 'none',
    by: null,
    at: moment,
  },
};

const grant = {
  id: 'g1',
  server: 'notes',
  tool: 'delete_note',
  lasts: 'session',
  scope: 'arguments',
  rule: 'default: destructive',
  principal: 'local',
  client: 'cursor',
  session_id: 's1',
  says: 's',
  route: 'cli',
  presence: 'none',
  by: null,
  created_at: moment,
  approval_id: 'a1',
  uses: 0,
  last_used_at: null,
  void_because: null,
};

const override = {
  server: 'notes',
  tool: 'delete_*',
  hints: { destructiveHint: false },
  reason: null,
  author: 'ada',
  at: '2026-11-15T12:00:00+01:00',
  origin: 'set',
};

const before = {
  class: 'destructive',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
const answer = {
  override,
  matching_tools: 2,
  note: null,
  effects: [
    { server: 'notes', tool: 'delete_note', before, after: { ...before, class: 'additive' }, is_relaxed: true },
  ],
  affected_tools: 1,
  relaxed_tools: 1,
  relaxed_later: ['destructiveHint'],
  is_dry_run: true,
};

const change = {
  at: moment,
  action: 'remove',
  server: 'notes',
  tool: 'delete_*',
  before: { destructiveHint: false },
  after: null,
  author: 'ada',
  reason: null,
};

const standing = {
  state: 'held',
  holds: [{ kind: 'relaxed', reason: 'destructiveHint was true.' }],
  change: { hints: 'relaxed', prose: 'same', was: print, is: print, pinned_at: moment },
  accepted: { at: moment, author: null, reason: null },
  warnings: ['w'],
  unreviewed: ['readOnlyHint'],
  reviewed: { at: moment, author: 'ada', claims: ['idempotentHint'] },
};

const decision = { kind: 'deny', rule: 'never', reason: 'Not today.' };
const tally = { allow: 1, ask: 0, deny: 0, hold: 0, cached: 0 };
const replay = {
  from: moment,
  to: moment,
  calls: 1,
  skipped: 0,
  recorded: tally,
  replayed: tally,
  prompts_saved: -1,
  changes: [{ server: 's', tool: 't', was: 'ask', is: 'allow', rule: 'r', calls: 1, call_id: 'c' }],
};

const policy = {
  rules: [
    { name: 'never', decision: 'deny', tool: ['delete_*'], arguments: { '$.id': { equals: 1 } } },
    { name: 'careful', decision: 'ask', ask: { routes: ['page'], presence: 'passkey' } },
  ],
  defaults: { read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' },
  risk: 'warn',
  ask: { wait: 50, expiry: 900, routes: ['client', 'page', 'cli', 'api'], presence: 'none' },
  limits: [{ name: 'limit 1', per: 'session', calls: 3, class: ['destructive'] }],
  retry: { attempts: 3, deadline: 30 },
  checks: { secret: 'warn' },
  resultBytes: 1_024,
};

const EXAMPLES: readonly (readonly [string, z.ZodType, Readonly<Record<string, unknown>>])[] = [
  ['an approval', approvalSchema, approval],
  ['approvals', approvalListSchema, { approvals: [approval], total: 1, limit: 50, offset: 0 }],
  ['a grant', grantSchema, grant],
  ['grants', grantListSchema, { grants: [grant], total: 1 }],
  ['an override', overrideSchema, override],
  ['overrides', overrideListSchema, { overrides: [override], total: 1 }],
  ['an override that was set', overrideAnswerSchema, answer],
  ['a change of an override', overrideHistorySchema, { changes: [change], total: 1 }],
  ["a tool's standing", standingSchema, standing],
  [
    'an explanation',
    policyExplanationSchema,
    {
      decision,
      ask: { routes: ['page'], presence: 'passkey' },
      steps: [{ rule: 'never', matched: true, because: 'b' }],
    },
  ],
  ['a policy', policyInUseSchema, policy],
  ['a replay', policyReplaySchema, replay],
];

describe.each(EXAMPLES)('%s', (_name, schema, example) => {
  it('keeps all of its fields', () => expect(schema.parse(example)).toEqual(example));

  it('allows unknown fields', () => {
    expect(schema.parse({ ...example, of_tomorrow: 1 })).toEqual(example);
  });

  it.each(Object.keys(example))('requires its %s', (key) => {
    const { [key]: _left, ...rest } = example;
    expect(schema.safeParse(rest).success).toBe(false);
  });
});

describe('requests', () => {
  it.each<[z.ZodType, unknown]>([
    [approvalRequestSchema, { decision: 'approve' }],
    [approvalRequestSchema, { decision: 'deny', remember: 'once', scope: 'arguments' }],
    [overrideRequestSchema, { hints: { readOnlyHint: null, openWorldHint: true }, reason: 'r' }],
    [acceptRequestSchema, { fingerprint: print }],
    [acceptRequestSchema, { fingerprint: print, reason: 'r' }],
    [explainRequestSchema, { server: 's', tool: 't', arguments: {}, client: 'c', token: 't', mode: 'search' }],
    [explainRequestSchema, { server: 's', tool: 't', variant: 'read', session: { private_data_read: true, calls: 2 } }],
    [policyReplayRequestSchema, { from: moment, to: moment, policy: { risk: 'ask' }, cache: { notes: 60 } }],
  ])('are accepted: %#', (schema, value) => expect(schema.parse(value)).toEqual(value));

  it.each<[string, z.ZodType, unknown]>([
    ['no decision', approvalRequestSchema, {}],
    ['an invalid decision', approvalRequestSchema, { decision: 'maybe' }],
    ['a name of the person who answers', approvalRequestSchema, { decision: 'deny', by: 'ada' }],
    ['a name of the person who sets it', overrideRequestSchema, { hints: { readOnlyHint: true }, author: 'ada' }],
    ['a name of the person who accepts it', acceptRequestSchema, { fingerprint: print, author: 'ada' }],
    ['an unknown hint', overrideRequestSchema, { hints: { readonly: true } }],
    ['no fingerprint', acceptRequestSchema, {}],
    ['an incomplete fingerprint', acceptRequestSchema, { fingerprint: { hints: 'h' } }],
    ['no tool', explainRequestSchema, { server: 's' }],
    ['an impossible session', explainRequestSchema, { server: 's', tool: 't', session: { calls: -1 } }],
    ['an unknown word', policyReplayRequestSchema, { from: moment, since: '7d' }],
  ])('are refused with %s', (_what, schema, value) => expect(schema.safeParse(value).success).toBe(false));
});

it('overrides are a list for people, or one for a config', () => {
  const { origin: _origin, reason: _reason, ...entry } = override;
  for (const value of [{ overrides: [override], total: 1 }, [entry]]) {
    expect(overridesSchema.parse(value)).toEqual(value);
  }
  expect(overrideEntriesSchema.parse([entry])).toEqual([entry]);
});

it('lines of a replay have one kind each', () => {
  const error = { code: 'record_unavailable', message: 'm' };
  for (const line of [{ progress: { calls: 0, total: 2 } }, { replay }, { error }]) {
    expect(policyReplayLineSchema.parse(line)).toEqual(line);
  }
  expect(policyReplayLineSchema.safeParse({ done: true }).success).toBe(false);
});

it.each([
  ['held', true],
  ['default: contradicted', true],
  ['default: destructive', false],
  ['rule 1', false],
])('accepting a tool held by %j releases it: %j', (rule, isReleased) => {
  expect(isReleasedByAccept(rule)).toBe(isReleased);
});
