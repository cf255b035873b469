import type { ApprovalAnswer } from '@toolmark/api-contract';
import type {
  ApprovalEndEntry,
  ApprovalEntry,
  BeginEntry,
  Body,
  EndEntry,
  RoundEntry,
  SessionEndEntry,
  SessionEntry,
  VersionEntry,
} from '../../entry.ts';
import { createSequence } from '../../sequence.ts';
import type { ApplyOptions } from '../store.ts';

/** The start time of all tests: 2026-07-28 at 09:30 in UTC. */
export const START: number = Date.UTC(2026, 6, 28, 9, 30);

export const options = (instance = 'one', until?: ApplyOptions['until']): ApplyOptions => ({
  instance,
  until,
  isDurable: false,
});

export function body(value: unknown, more: Partial<Body> = {}): Body {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text), isCut: false, redactions: 0, ...more };
}

export const session = (id: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  kind: 'session',
  id,
  at: START,
  principal: 'local',
  client: 'claude-code',
  clientVersion: '2.1.0',
  conversation: null,
  era: 'modern',
  mode: 'direct',
  ...more,
});

export const sessionEnd = (id: string, more: Partial<SessionEndEntry> = {}): SessionEndEntry => ({
  kind: 'session-end',
  id,
  at: START + 60_000,
  reason: 'idle',
  ...more,
});

/** Creates calls, one millisecond apart. */
export function createCalls(from: number = START): (session: string, more?: Partial<BeginEntry>) => BeginEntry {
  const next = createSequence(() => 0);
  let now = from;
  return (id, more = {}) => {
    const at = more.at ?? now++;
    return { ...beginAt(id, at), ...next(at), ...more };
  };
}

const beginAt = (id: string, at: number): Omit<BeginEntry, 'seq' | 'id'> => ({
  kind: 'begin',
  session: id,
  version: null,
  server: 'files',
  tool: 'read_file',
  class: 'read',
  at,
  era: 'modern',
  mode: 'direct',
  client: 'claude-code',
  principal: 'local',
  arguments: body({ path: 'a.txt' }),
  summary: '{"path":"a.txt"}',
  legs: [],
});

export const endOf = (begin: BeginEntry, more: Partial<EndEntry> = {}): EndEntry => ({
  kind: 'end',
  seq: begin.seq,
  status: 'ok',
  at: begin.at + 20,
  durationMs: 20,
  attempts: 1,
  cached: false,
  decision: { kind: 'allow', rule: 'default', reason: 'it only reads' },
  approval: null,
  error: null,
  failures: [],
  result: body({ content: [{ type: 'text', text: 'hello' }] }),
  legs: [],
  ...more,
});

export const roundOf = (begin: BeginEntry, round: number, more: Partial<RoundEntry> = {}): RoundEntry => ({
  kind: 'round',
  seq: begin.seq,
  round,
  at: begin.at + round,
  others: body({ requestState: `r${round}`, inputResponses: { q: { action: 'accept', content: { name: 'ä' } } } }),
  ...more,
});

const hint = {
  value: false,
  source: 'default',
  declared: null,
  reason: 'MCP says so where nothing is declared',
} as const;

export const version = (id: string, more: Partial<VersionEntry> = {}): VersionEntry => ({
  kind: 'version',
  id,
  server: 'files',
  tool: 'read_file',
  title: 'Read a file',
  class: 'read',
  effective: {
    readOnlyHint: { value: true, source: 'declared', declared: true, reason: 'its server says so' },
    destructiveHint: hint,
    idempotentHint: hint,
    openWorldHint: hint,
  },
  definition: { name: 'read_file', annotations: { readOnlyHint: true, 'x-own': 1 } },
  hints: 'h1',
  prose: 'p1',
  at: START,
  ...more,
});

/** The request to approve a call. */
export const questionOf = (begin: BeginEntry, id: string, more: Partial<ApprovalEntry> = {}): ApprovalEntry => ({
  kind: 'approval',
  id,
  callSeq: begin.seq,
  callId: begin.id,
  session: begin.session,
  server: begin.server ?? '',
  tool: begin.tool,
  title: 'Delete a file',
  class: 'destructive',
  effective: version('v').effective,
  rule: 'default: destructive',
  reason: 'It may destroy things, so a person is asked.',
  arguments: begin.arguments,
  others: body({ _meta: { 'acme/tenant': 'ä' } }, { redactions: 1 }),
  sent: { bytes: 70, sha256: 'ab12' },
  client: begin.client,
  principal: begin.principal,
  mode: begin.mode,
  at: begin.at + 1,
  expiresAt: begin.at + 600_001,
  terms: { routes: ['page', 'cli'], presence: 'passkey', remember: ['once', 'always'] },
  waits: true,
  ...more,
});

/** The time of an answer. */
export const ANSWERED: number = START + 5_000;

export const APPROVED: ApprovalAnswer = {
  decision: 'approve',
  remember: 'session',
  scope: 'arguments',
  route: 'page',
  presence: 'passkey',
  by: 'ada',
  at: new Date(ANSWERED).toISOString(),
};

export const answerTo = (id: string, more: Partial<ApprovalEndEntry> = {}): ApprovalEndEntry => ({
  kind: 'approval-end',
  id,
  status: 'approved',
  at: ANSWERED,
  answer: APPROVED,
  ...more,
});
