import type { CallStatusName, GatewayEvent } from '@toolmark/api-contract';
import type { Transaction } from '../engine.ts';
import type { CallsTable } from '../schema.ts';
import type { EventBatch } from '../store.ts';
import type { Statements } from './statements.ts';

/** The events of one transaction, in order. */
export interface EventTexts {
  readonly add: (type: GatewayEvent['type'], data: GatewayEvent['data'], at: number) => void;
  /** The same for a call, concatenated from parts for speed: there are two for every call. */
  readonly addCall: (type: CallEventType, head: CallHead, state: CallState) => void;
  /** Inserts them, last in the transaction. */
  readonly store: (tx: Transaction, at: number) => Promise<EventBatch | undefined>;
}

/** The state fields of a call's event. */
interface CallState {
  readonly status: CallStatusName;
  readonly durationMs: number | null;
  readonly error: string | null;
  readonly at: number;
}

/** The fields shared by all events of a call, as JSON without the closing brace. */
export type CallHead = string;

type CallEventType = GatewayEvent['type'] & `tool_calls.${string}`;

export function createEventTexts(statements: Pick<Statements, 'events'>): EventTexts {
  const events: string[] = [];
  const toTimestamp = createTimestamps();
  return {
    add: (type, data, at) => {
      events.push(JSON.stringify({ type, data, timestamp: toTimestamp(at) } satisfies GatewayEvent));
    },
    addCall: (type, head, { status, durationMs, error, at }) => {
      const message = error === null ? 'null' : JSON.stringify(error);
      const data = `${head},"status":"${status}","duration_ms":${durationMs},"error_message":${message}}`;
      events.push(`{"type":"${type}","data":${data},"timestamp":"${toTimestamp(at)}"}`);
    },
    store: async (tx, at) => {
      if (events.length === 0) return undefined;
      const [rows] = await tx.read([statements.events({ at, events: JSON.stringify(events) })]);
      const batch = rows?.[0]?.batch;
      if (batch === undefined) throw new Error('The store returned no number for an event batch.');
      return { batch, events };
    },
  };
}

type HeadColumns = 'id' | 'session_id' | 'server' | 'tool' | 'class' | 'client_name' | 'summary';

/** A call's event: the fields of a table row, without its bodies. */
export function toCallHead(call: Pick<CallsTable, HeadColumns>, title: string): CallHead {
  const { id, session_id, server, tool, class: toolClass, client_name, summary } = call;
  return JSON.stringify({ id, session_id, server, tool, class: toolClass, title, client_name, summary }).slice(0, -1);
}

/** Times in one batch are close, so cache the text up to the second. */
function createTimestamps(): (at: number) => string {
  let second = Number.NaN;
  let text = '';
  return (at) => {
    const current = Math.floor(at / 1_000);
    if (current !== second) {
      second = current;
      // Without milliseconds: 2026-07-28T09:30:00.
      text = new Date(current * 1_000).toISOString().slice(0, -4);
    }
    return `${text}${String(Math.floor(at) - current * 1_000).padStart(3, '0')}Z`;
  };
}
