import { isJsonObject } from '@toolmark/annotations';
import type { Clock, RpcReply } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { continuedCallKey } from '../continuations.ts';
import type { CallRecord } from './call-record.ts';

/**
 * Records of calls that were answered with questions. Such a call continues as another request, with the state that came with the
 * questions; to the record it is the same call.
 */
export interface ParkedCalls {
  /** Returns `false` if the reply has no state, so that no request can continue the call. */
  readonly park: (call: Call, reply: RpcReply, record: CallRecord) => boolean;
  /** Removes and returns the record of the call that this request continues. */
  readonly take: (call: Call) => CallRecord | undefined;
  readonly all: () => readonly CallRecord[];
  readonly close: () => void;
}

/** Longer than a question can be answered. */
const PARKED_MS = 15 * 60_000;
const MAX_PARKED = 10_000;

interface Parked {
  readonly record: CallRecord;
  readonly cancel: () => void;
}

/** `onExpired` is called with each record whose client did not return in time. */
export function createParkedCalls(clock: Clock, onExpired: (record: CallRecord) => void): ParkedCalls {
  /** By key. Several calls may have the same key: the same questions can be asked several times at once. */
  const parked = new Map<string, Parked[]>();
  let count = 0;

  const remove = (key: string, which?: Parked): CallRecord | undefined => {
    const all = parked.get(key) ?? [];
    const found = which ?? all[0];
    if (found === undefined || !all.includes(found)) return undefined;
    const others = all.filter((each) => each !== found);
    if (others.length === 0) parked.delete(key);
    else parked.set(key, others);
    count -= 1;
    found.cancel();
    return found.record;
  };
  const expire = (key: string, which?: Parked): void => {
    const record = remove(key, which);
    if (record !== undefined) onExpired(record);
  };
  return {
    park: (call, reply, record) => {
      const state = stateOf(reply);
      if (state === undefined) return false;
      const [oldest] = parked.keys();
      if (count >= MAX_PARKED && oldest !== undefined) expire(oldest);
      const key = continuedCallKey(call, state);
      const entry: Parked = { record, cancel: clock.after(PARKED_MS, () => expire(key, entry)) };
      parked.set(key, [...(parked.get(key) ?? []), entry]);
      count += 1;
      return true;
    },
    take: (call) => {
      const { requestState: state } = call.params;
      return typeof state === 'string' ? remove(continuedCallKey(call, state)) : undefined;
    },
    all: () => [...parked.values()].flatMap((entries) => entries.map(({ record }) => record)),
    close: () => {
      for (const entries of parked.values()) for (const { cancel } of entries) cancel();
      parked.clear();
      count = 0;
    },
  };
}

function stateOf(reply: RpcReply): string | undefined {
  if (reply.kind !== 'result' || !isJsonObject(reply.result)) return undefined;
  const { requestState: state } = reply.result;
  return typeof state === 'string' ? state : undefined;
}
