import type { GatewayEvent } from '@toolmark/api-contract';
import type { Transaction } from '../engine.ts';
import type { CallsTable } from '../schema.ts';
import type { EventBatch } from '../store.ts';
import type { Statements } from './statements.ts';

/** The events of one transaction, in order. */
export interface EventTexts {
  readonly add: (type: GatewayEvent['type'], data: GatewayEvent['data'], at: number) => void;
  /** The same for a call, made of parts: there are two for every call. */
  readonly addCall: (
    type: CallEventType,
    head: CallHead,
    status: string,
    durationMs: number | null,
    at: number,
  ) => void;
  /** Puts them into the store, as the last thing of the transaction. */
  readonly store: (tx: Transaction, at: number) => Promise<EventBatch | undefined>;
}

/** What all events of a call say of it, as JSON without the closing brace. */
export type CallHead = string;

type CallEventType = GatewayEvent['type'] & `tool_calls.${string}`;

export function createEventTexts(statements: Pick<Statements, 'events'>): EventTexts {
  const events: string[] = [];
  const toTimestamp = createTimestamps();
  return {
    add: (type, data, at) => {
      events.push(JSON.stringify({ type, data, timestamp: toTimestamp(at) } satisfies GatewayEvent));
    },
    addCall: (type, head, status, durationMs, at) => {
      const data = `${head},"status":"${status}","duration_ms":${durationMs}}`;
      events.push(`{"type":"${type}","data":${data},"timestamp":"${toTimestamp(at)}"}`);
    },
    store: async (tx, at) => {
      if (events.length === 0) return undefined;
      const [rows] = await tx.read([statements.events({ at, events: JSON.stringify(events) })]);
      const batch = rows?.[0]?.batch;
      if (batch === undefined) throw new Error('The store took events and gave them no number.');
      return { batch, events };
    },
  };
}

/** What listeners hear of a call: never what went in or came out. */
export function toCallHead(call: Pick<CallsTable, 'id' | 'session_id' | 'server' | 'tool' | 'class'>): CallHead {
  const { id, session_id, server, tool, class: toolClass } = call;
  return JSON.stringify({ id, session_id, server, tool, class: toolClass }).slice(0, -1);
}

/** Moments of one batch are close together, so most of the text is the same for many of them. */
function createTimestamps(): (at: number) => string {
  let second = Number.NaN;
  let text = '';
  return (at) => {
    const current = Math.floor(at / 1_000);
    if (current !== second) {
      second = current;
      // Up to the milliseconds: 2026-07-28T09:30:00.
      text = new Date(current * 1_000).toISOString().slice(0, -4);
    }
    return `${text}${String(Math.floor(at) - current * 1_000).padStart(3, '0')}Z`;
  };
}
