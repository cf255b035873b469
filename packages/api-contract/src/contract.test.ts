import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  apiErrorSchema,
  apiErrors,
  callAnswerSchema,
  callRequestSchema,
  configChangeAnswerSchema,
  configChangeRequestSchema,
  configFileViewSchema,
  connectionSchema,
  coverageReportSchema,
  coverageSchema,
  gatewayEventSchema,
  gatewayFileSchema,
  gatewayStatusSchema,
  importAnswerSchema,
  importReportSchema,
  importRequestSchema,
  MASK,
  newServerRequestSchema,
  readinessSchema,
  replayRequestSchema,
  resetEventSchema,
  serverEntryRequestSchema,
  serverEntryViewSchema,
  serverListSchema,
  serverSchema,
  sessionListSchema,
  sessionSchema,
  statsSchema,
  toolCallDetailSchema,
  toolCallListSchema,
  toolCallSchema,
  toolDetailSchema,
  toolListSchema,
  toolSchema,
  toolVersionListSchema,
} from './index.ts';

const hints = { true: 0, false: 0, absent: 1, malformed: 0 };
const coverage = {
  tools: 1,
  complete: 0,
  declared: 0,
  total: 4,
  by_hint: { readOnlyHint: hints, destructiveHint: hints, idempotentHint: hints, openWorldHint: hints },
  by_class: { read: 0, additive: 0, destructive: 1 },
  contradicted: 0,
  repaired: 0,
  finding_counts: { error: 1, warning: 0, note: 0 },
};

const server = {
  name: 'notes',
  state: 'waiting',
  reason: 'It exited with code 1.',
  since: '2026-11-15T12:00:00.000Z',
  next_attempt: null,
  restarts: 0,
  transport: 'stdio',
  era: null,
  protocol_version: null,
  server_info: { name: 'x', anything: { is: ['kept'] } },
  in_flight: 0,
  queued: 0,
  prompts: 0,
  resources: 0,
  resource_templates: 0,
  coverage,
  problems: [],
  warnings: [],
  stderr_tail: ['boom'],
  auth: { state: 'none', issuer: null, expires_at: null, scopes: [], missing_scopes: [], attempt: null },
};

const hint = { value: true, source: 'default', declared: null, reason: 'not declared' };
const tool = {
  server: 'notes',
  name: 'delete_note',
  exposed_name: 'notes__delete_note',
  title: 'delete_note',
  title_source: 'name',
  description: null,
  original: { title: null, description: null },
  curation: { enabled: false, name: 'remove', title: null, description: 'Removes one.' },
  class: 'destructive',
  hints: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
  annotations: null,
  contradictions: [{ hint: 'readOnlyHint', declared: true, message: 'the name says so' }],
  repairs: [],
  finding_counts: coverage.finding_counts,
  standing: {
    state: 'unreviewed',
    holds: [],
    change: null,
    accepted: null,
    unreviewed: ['readOnlyHint'],
    reviewed: null,
    warnings: [],
  },
  override: null,
  trust: 'declared',
  policy: { decision: 'ask', rule: 'default: destructive' },
};

const detail = {
  ...tool,
  definition: { name: 'delete_note', annotations: null, _meta: { 'x/y': 1 } },
  findings: [{ code: 'TM106', rule: 'malformed', severity: 'error', message: 'm', fix: 'f' }],
  suggestions: [{ hint: 'readOnlyHint', value: false, because: 'b' }],
  fingerprint: { hints: 'readOnly=absent', prose: 'abc' },
  clients: [{ client: 'codex', name: 'Codex', verdict: 'asks', says: 's' }],
};

const file = {
  url: 'http://127.0.0.1:7420',
  pid: 1,
  started_at: '2026-11-15T12:00:00Z',
  version: '0.1.0',
  config: '/x/toolmark.json',
  secret: 's',
};
const states = { connecting: 0, ready: 1, waiting: 0, failed: 0, disabled: 0, stopped: 0 };

const moment = '2026-11-15T12:00:00Z';
const session = {
  id: 's1',
  client_name: null,
  client_version: null,
  status: 'active',
  start_time: moment,
  end_time: null,
  end_reason: null,
  last_activity: moment,
  duration_ms: 60_000,
  tool_call_count: 1,
  total_tokens: 30,
  input_tokens: 10,
  output_tokens: 20,
  menu_tokens: 900,
  discovery_tokens: 0,
  listing_tokens: 900,
  saved_tokens: -5,
  calls_by_class: { read: 1, additive: 0, destructive: 0 },
  error_count: 0,
  approval_count: 0,
  servers: ['notes'],
  risk: { private_data_read: moment, untrusted_content_seen: null, open_world_write: null },
  conversation: null,
  era: 'modern',
  mode: 'direct',
};

const call = {
  id: '019a87d2-7d00-7000-8000-000000000000',
  session_id: 's1',
  server: 'notes',
  tool: 'delete_note',
  title: 'delete_note',
  annotations: null,
  effective: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
  class: 'destructive',
  decision: { kind: 'allow', rule: 'class', reason: 'because' },
  approval_id: null,
  attempts: 1,
  cached: false,
  status: 'error',
  error: { code: -32_000, message: 'no' },
  started_at: moment,
  duration_ms: 0.5,
  metrics: { input_tokens: 10, output_tokens: null, total_tokens: null, encoding: 'o200k' },
  era: null,
  client_name: null,
  mode: 'api',
  summary: '{}',
};
const body = { value: { id: [1] }, bytes: 10, is_cut: false, redactions: 0 };
const callDetail = {
  ...call,
  arguments: body,
  result: null,
  principal: 'local',
  others: body,
  params_digest: 'v1.key.mac',
  rounds: [{ at: moment, others: body, params_digest: null }],
  attempt_log: [],
};

const totals = { calls: 1, errors: 0, input_tokens: 10, output_tokens: 20, total_tokens: 30 };
const byClass = { read: 1, additive: 0, destructive: 0 };
const toolStats = { ...totals, server: null, tool: 'x', title: 'x', class: null, average_ms: 1.5 };
const stats = {
  ...totals,
  from: moment,
  to: moment,
  by_class: byClass,
  by_status: { running: 0, ok: 1, error: 0, denied: 0, expired: 0, cancelled: 0, interrupted: 0 },
  active_sessions: 1,
  sessions: 1,
  timeline: [{ ...totals, from: moment, by_class: byClass }],
  busiest_tools: [toolStats],
  failing_tools: [],
};

const version = { id: 'v', definition: { name: 'x' }, hints: 'h', prose: 'p', first_seen: moment, last_seen: moment };
const status = {
  version: '0.1.0',
  started_at: moment,
  config_file: '/x/toolmark.json',
  config_problem: null,
  passkey_problem: null,
  shared_token_file: null,
  record: { state: 'ok', problem: null, since: moment, place: null, size_bytes: null, lost_calls: 0 },
  approvals_pending: 0,
  held_tools: 1,
  unreviewed_tools: 0,
};

const configFile = {
  file: '/x/toolmark.json',
  text: `{ "mcpServers": { "a": { "env": { "KEY": "${MASK}" } } } } // mine`,
  hash: 'h',
  masked: 1,
  problem: null,
  is_writable: true,
  schema: { type: 'object' },
};
const importable = {
  name: 'notes',
  summary: `npx notes --token ${MASK}`,
  transport: 'stdio',
  secrets: ['KEY'],
  conflict: 'taken',
  same_as: null,
  duplicate_of: null,
  suggested_name: 'notes-cursor',
  problem: null,
  notes: ['n'],
  warnings: ['It sets LD_PRELOAD.'],
};
const source = {
  client: 'cursor',
  name: 'Cursor',
  file: '/x/.cursor/mcp.json',
  project: null,
  state: 'found',
  problem: null,
  servers: [importable],
};
const snippet = { client: 'zed', name: 'Zed', language: 'json', where: 'settings.json', text: '{}', note: null };

const EXAMPLES: readonly (readonly [string, z.ZodType, Readonly<Record<string, unknown>>])[] = [
  ['a server', serverSchema, server],
  ['servers', serverListSchema, { servers: [server], total: 1 }],
  ['a tool', toolSchema, tool],
  ['tools', toolListSchema, { tools: [tool], total: 7 }],
  ['a tool with details', toolDetailSchema, detail],
  ['coverage', coverageSchema, coverage],
  ['coverage of all', coverageReportSchema, { ...coverage, servers: [{ server: 'notes', ...coverage }] }],
  ['an error', apiErrorSchema, { error: { code: 'not_found', message: 'm', suggestions: ['notes'] } }],
  ['a session', sessionSchema, session],
  ['sessions', sessionListSchema, { sessions: [session], total: 1, limit: 10, offset: 0, next_cursor: null }],
  ['a call', toolCallSchema, call],
  ['a call with details', toolCallDetailSchema, callDetail],
  [
    'calls',
    toolCallListSchema,
    { tool_calls: [call], total: 1, total_is_exact: true, limit: 50, offset: 0, next_cursor: null },
  ],
  ['a new call', callAnswerSchema, { tool_call: callDetail, reply: { result: { content: [] } } }],
  ['statistics', statsSchema, stats],
  ['versions of a tool', toolVersionListSchema, { versions: [version], total: 1 }],
  ['an event', gatewayEventSchema, { type: 'tools.changed', data: { server: 'notes' }, timestamp: moment }],
  ['a reset', resetEventSchema, { type: 'reset', data: { reason: 'r' }, timestamp: moment }],
  ['the gateway', gatewayStatusSchema, status],
  ['readiness', readinessSchema, { status: 'draining', servers: states }],
  ['the config', configFileViewSchema, configFile],
  [
    'a changed config',
    configChangeAnswerSchema,
    { hash: 'h', warnings: [{ path: 'odd', message: 'm' }], needs_restart: ['listen'] },
  ],
  ['an entry', serverEntryViewSchema, { name: 'a', entry: { command: 'x', cache: true }, hash: 'h' }],
  ['an import report', importReportSchema, { sources: [source] }],
  ['an import answer', importAnswerSchema, { added: ['a'], refused: [{ name: 'b', reason: 'r' }] }],
  [
    'a connection',
    connectionSchema,
    {
      ...{ mcp_url: 'http://127.0.0.1:7420/mcp', token_placeholder: null, owner_file: null },
      ...{ profiles: [{ name: 'p', description: null }], clients: [snippet] },
    },
  ],
  ['the file of a running gateway', gatewayFileSchema, file],
];

describe.each(EXAMPLES)('%s', (_name, schema, example) => {
  it('keeps all of its fields', () => expect(schema.parse(example)).toEqual(example));

  it('allows unknown fields', () => {
    expect(schema.parse({ ...example, of_tomorrow: 1 })).toEqual(example);
  });

  it.each(Object.keys(example).filter((key) => key !== 'annotations'))('requires its %s', (key) => {
    const { [key]: _left, ...rest } = example;
    expect(schema.safeParse(rest).success).toBe(false);
  });
});

describe('the contract', () => {
  it('tells absent annotations from null', () => {
    const { annotations: _left, ...rest } = tool;
    expect(toolSchema.parse(rest)).not.toHaveProperty('annotations');
    expect(toolSchema.parse(tool)).toHaveProperty('annotations', null);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['a state', serverSchema, { ...server, state: 'asleep' }],
    ['a moment', serverSchema, { ...server, since: 1_763_208_000_000 }],
    ['a count', serverSchema, { ...server, queued: -1 }],
    ['trust', toolSchema, { ...tool, trust: 'blind' }],
    ['a class', toolSchema, { ...tool, class: 'write' }],
    ['all four hints', toolSchema, { ...tool, hints: { readOnlyHint: hint } }],
    ['a code', apiErrorSchema, { error: { code: 'oops', message: 'm' } }],
    ['a conflict', importReportSchema, { sources: [{ ...source, servers: [{ ...importable, conflict: 'x' }] }] }],
    ['a project', importReportSchema, { sources: [{ ...source, project: 1 }] }],
    ['an address', gatewayFileSchema, { ...file, url: 'file:///etc/passwd' }],
  ])('validates %s', (_what, schema, value) => expect(schema.safeParse(value).success).toBe(false));

  it.each<[string, z.ZodType, unknown]>([
    ['an unknown word', callRequestSchema, { args: {} }],
    ['invalid arguments', callRequestSchema, { arguments: [] }],
    ['an invalid confirmation of a call', callRequestSchema, { confirm: 'true' }],
    ['an invalid confirmation', replayRequestSchema, { confirm: 'true' }],
    ['an incomplete config', configChangeRequestSchema, { text: '{}' }],
    ['an oversized config', configChangeRequestSchema, { text: ' '.repeat(4_194_305), hash: 'h' }],
    ['no name', newServerRequestSchema, { entry: {} }],
    ['an empty name', newServerRequestSchema, { name: '', entry: {} }],
    ['an entry of an unknown state', serverEntryRequestSchema, { entry: {} }],
    ['an empty import', importRequestSchema, { take: [] }],
  ])('refuses a request with %s', (_what, schema, value) => expect(schema.safeParse(value).success).toBe(false));

  it.each<[z.ZodType, unknown]>([
    [callRequestSchema, {}],
    [callRequestSchema, { arguments: { a: [null] }, confirm: true }],
    [replayRequestSchema, {}],
    [replayRequestSchema, { confirm: true }],
    [configChangeRequestSchema, { text: '', hash: '', dry_run: true }],
    [newServerRequestSchema, { name: 'a', entry: {} }],
    [serverEntryRequestSchema, { name: 'b', entry: { command: 'x' }, hash: 'h' }],
    [
      importRequestSchema,
      {
        take: [
          { file: '/x', name: 'a', as: 'b', project: '/p' },
          { file: '/x', name: 'a' },
        ],
      },
    ],
  ])('accepts requests: %#', (schema, value) => expect(schema.parse(value)).toEqual(value));

  it.each<[string, z.ZodType, unknown]>([
    ['attempts of a running call', toolCallSchema, { ...call, status: 'running', attempts: null }],
    ['an unrecorded call', callAnswerSchema, { tool_call: null, reply: { error: { code: 1, message: 'm' } } }],
  ])('allows unknown values: %s', (_what, schema, value) => expect(schema.parse(value)).toEqual(value));

  it('may include a record problem with the servers', () => {
    const list = { servers: [], total: 0, record_problem: 'The disk is full.' };
    expect(serverListSchema.parse(list)).toEqual(list);
  });

  it('gives each error code an error status', () => {
    expect(Object.values(apiErrors).every((status) => status >= 400 && status < 600)).toBe(true);
  });
});
