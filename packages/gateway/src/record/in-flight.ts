import { isJsonObject } from '@toolmark/annotations';
import type { Call } from '../pipeline/call.ts';
import type { Clock } from '../upstream/clock.ts';
import type { BeginEntry } from './entry.ts';

/** A call that has begun and not ended. */
export interface Running {
  readonly begin: BeginEntry;
  /** Whether `begin` is in the journal. */
  isWritten: boolean;
  /** How often it was sent, over all its rounds. */
  attempts: number;
}

/**
 * Calls under way. One that was answered with questions goes on as another request, with the state that came with the questions:
 * to the record it is the same call.
 */
export interface InFlight {
  readonly add: (call: Call, running: Running) => void;
  /** What runs under this call; also what it goes on with. */
  readonly of: (call: Call) => Running | undefined;
  readonly end: (call: Call) => void;
  /** It was answered with questions. `false` where nobody can come back with the answers under the same name. */
  readonly park: (call: Call, running: Running) => boolean;
}

/** Longer than questions can be answered; what is asked for then nobody goes on with. */
const PARKED_MS = 15 * 60_000;
const MAX_PARKED = 10_000;

export function createInFlight(clock: Clock, onExpired: (running: Running) => void): InFlight {
  const running = new Map<Call, Running>();
  const parked = new Map<string, { readonly running: Running; readonly cancel: () => void }>();

  const expire = (state: string): void => {
    const entry = parked.get(state);
    if (entry === undefined) return;
    parked.delete(state);
    entry.cancel();
    onExpired(entry.running);
  };
  return {
    add: (call, begun) => void running.set(call, begun),
    of: (call) => {
      const known = running.get(call);
      if (known !== undefined) return known;
      const { requestState: state } = call.params;
      const entry = typeof state === 'string' ? parked.get(state) : undefined;
      // Whoever guesses a state still has to be let in, and to call the same tool.
      if (entry === undefined || entry.running.begin.principal !== call.caller.principal) return undefined;
      if (typeof state === 'string') parked.delete(state);
      entry.cancel();
      running.set(call, entry.running);
      return entry.running;
    },
    end: (call) => void running.delete(call),
    park: (call, begun) => {
      const state = stateOf(call);
      if (state === undefined) return false;
      running.delete(call);
      expire(state);
      const [oldest] = parked.keys();
      if (parked.size >= MAX_PARKED && oldest !== undefined) expire(oldest);
      parked.set(state, { running: begun, cancel: clock.after(PARKED_MS, () => expire(state)) });
      return true;
    },
  };
}

function stateOf({ reply }: Call): string | undefined {
  if (reply?.kind !== 'result' || !isJsonObject(reply.result)) return undefined;
  const { requestState: state } = reply.result;
  return typeof state === 'string' ? state : undefined;
}
