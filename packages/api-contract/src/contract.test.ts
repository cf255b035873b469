import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  apiErrorSchema,
  apiErrors,
  coverageReportSchema,
  coverageSchema,
  gatewayFileSchema,
  readinessSchema,
  serverListSchema,
  serverSchema,
  toolDetailSchema,
  toolListSchema,
  toolSchema,
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
};

const hint = { value: true, source: 'default', declared: null, reason: 'not declared' };
const tool = {
  server: 'notes',
  name: 'delete_note',
  exposed_name: 'notes__delete_note',
  title: 'delete_note',
  title_source: 'name',
  description: null,
  class: 'destructive',
  hints: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
  annotations: null,
  contradictions: [{ hint: 'readOnlyHint', declared: true, message: 'the name says so' }],
  repairs: [],
  finding_counts: coverage.finding_counts,
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

const EXAMPLES: readonly (readonly [string, z.ZodType, Readonly<Record<string, unknown>>])[] = [
  ['a server', serverSchema, server],
  ['servers', serverListSchema, { servers: [server], total: 1 }],
  ['a tool', toolSchema, tool],
  ['tools', toolListSchema, { tools: [tool], total: 7 }],
  ['a tool in full', toolDetailSchema, detail],
  ['coverage', coverageSchema, coverage],
  ['coverage of all', coverageReportSchema, { ...coverage, servers: [{ server: 'notes', ...coverage }] }],
  ['an error', apiErrorSchema, { error: { code: 'not_found', message: 'm', suggestions: ['notes'] } }],
  ['readiness', readinessSchema, { status: 'draining', servers: states }],
  ['the file of a running gateway', gatewayFileSchema, file],
];

describe.each(EXAMPLES)('%s', (_name, schema, example) => {
  it('keeps all of its fields', () => expect(schema.parse(example)).toEqual(example));

  it('may have fields that this version does not know', () => {
    expect(schema.parse({ ...example, of_tomorrow: 1 })).toEqual(example);
  });

  it.each(Object.keys(example).filter((key) => key !== 'annotations'))('needs its %s', (key) => {
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
    ['a class', toolSchema, { ...tool, class: 'write' }],
    ['all four hints', toolSchema, { ...tool, hints: { readOnlyHint: hint } }],
    ['a code', apiErrorSchema, { error: { code: 'oops', message: 'm' } }],
    ['an address', gatewayFileSchema, { ...file, url: 'file:///etc/passwd' }],
  ])('wants %s to be one', (_what, schema, value) => expect(schema.safeParse(value).success).toBe(false));

  it('gives each error code a status of its own', () => {
    const statuses = Object.values(apiErrors);
    expect(new Set(statuses).size).toBe(statuses.length);
    expect(statuses.every((status) => status >= 400)).toBe(true);
  });
});
