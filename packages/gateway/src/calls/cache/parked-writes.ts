import { ABANDONED_MS, ANSWER_MS } from '../bridge/limits.ts';

/** Calls that may change something and wait for answers of their client. A server may go on with each until nobody can answer. */
export interface ParkedWrites {
  readonly add: (name: string, now: number) => void;
  /** One of that name has ended. */
  readonly remove: (name: string) => void;
  readonly isEmpty: (now: number) => boolean;
}

/** An answer that did not come in time is told to the server as a refusal, and it may take a while to act on that. */
const PARKED_MS: number = ANSWER_MS + ABANDONED_MS;

/** Beyond it the oldest cannot be told to have ended any more, and all count until the last of them is over. */
const MOST = 1_000;

export function createParkedWrites(): ParkedWrites {
  /** In the order in which they began to wait; some servers hand out the same name twice. */
  const waiting: { readonly name: string; readonly until: number }[] = [];
  let unnamedUntil = 0;
  return {
    add: (name, now) => {
      waiting.push({ name, until: now + PARKED_MS });
      if (waiting.length > MOST) unnamedUntil = waiting.shift()?.until ?? 0;
    },
    remove: (name) => {
      const index = waiting.findIndex((parked) => parked.name === name);
      if (index >= 0) waiting.splice(index, 1);
    },
    isEmpty: (now) => {
      while (waiting[0] !== undefined && waiting[0].until <= now) waiting.shift();
      return waiting.length === 0 && now >= unnamedUntil;
    },
  };
}
