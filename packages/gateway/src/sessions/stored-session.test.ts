import { resolve } from '@toolmark/annotations';
import type { CallStatusName, RecordStatus, Session, ToolCall } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import { risksOfCall, storedSession } from './stored-session.ts';

/** The hints that a tool with these annotations had when it was called. */
const hintsOf = (annotations: object): ToolCall['effective'] =>
  resolve({ name: 'tool', annotations }).hints as ToolCall['effective'];

const OPEN_READ = hintsOf({ readOnlyHint: true, openWorldHint: true });
const CLOSED_READ = hintsOf({ readOnlyHint: true, openWorldHint: false });
const OPEN_WRITE = hintsOf({ readOnlyHint: false, openWorldHint: true });
const UNHINTED = hintsOf({});

it.each<[string, ToolCall['effective'], CallStatusName, readonly string[]]>([
  ['a read of the open world has seen untrusted content', OPEN_READ, 'ok', ['untrusted_content_seen']],
  ['its error too', OPEN_READ, 'error', ['untrusted_content_seen']],
  ['a read of a closed world has read private data', CLOSED_READ, 'ok', ['private_data_read']],
  ['its error has not', CLOSED_READ, 'error', []],
  ['a read whose end is not recorded may have', CLOSED_READ, 'interrupted', ['private_data_read']],
  [
    'a write to the open world has left, even if it failed',
    OPEN_WRITE,
    'error',
    ['open_world_write', 'untrusted_content_seen'],
  ],
  ['a tool without hints may have written', UNHINTED, 'cancelled', ['open_world_write', 'untrusted_content_seen']],
  ['a denied call went nowhere', OPEN_WRITE, 'denied', []],
  ['neither did one whose approval expired', OPEN_WRITE, 'expired', []],
  ['nor one of an unknown tool', null, 'error', []],
])('%s', (_name, effective, status, risks) => {
  expect(risksOfCall({ effective, status })).toEqual(risks);
});

const NO_RISK = { private_data_read: null, untrusted_content_seen: null, open_world_write: null };

function recordOf(session: Partial<Session> | undefined, calls: readonly Partial<ToolCall>[] = []) {
  return {
    reader: {
      session: async () => session as Session | undefined,
      calls: async () => ({
        tool_calls: calls as ToolCall[],
        total: calls.length,
        total_is_exact: true,
        limit: 500,
        offset: 0,
        next_cursor: null,
      }),
    },
    status: () => ({ state: 'on' }) as unknown as RecordStatus, // Only the state is read.
  };
}

it('reads a short history call by call', async () => {
  const session = { tool_call_count: 2, risk: NO_RISK, calls_by_class: { read: 2, additive: 0, destructive: 0 } };
  const record = recordOf(session, [
    { effective: OPEN_READ, status: 'ok' },
    { effective: OPEN_READ, status: 'error' },
  ]);
  expect(await storedSession({ record, clock: createFakeClock() }, 'id')).toEqual({
    risks: ['untrusted_content_seen'],
    calls: 2,
  });
});

it('counts a long history by the classes of its calls', async () => {
  const session = { tool_call_count: 501, risk: NO_RISK, calls_by_class: { read: 501, additive: 0, destructive: 0 } };
  expect(await storedSession({ record: recordOf(session), clock: createFakeClock() }, 'id')).toEqual({
    risks: ['private_data_read', 'untrusted_content_seen'],
    calls: 501,
  });
});

it('knows no history of a new conversation', async () => {
  expect(await storedSession({ record: recordOf(undefined), clock: createFakeClock() }, 'id')).toBeUndefined();
});
