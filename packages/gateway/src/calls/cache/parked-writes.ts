import { ABANDONED_MS, ANSWER_MS } from '../bridge/limits.ts';

/** Writes that wait for answers of their client. The server may continue each until its questions expire. */
export interface ParkedWrites {
  readonly add: (name: string, now: number) => void;
  /** A write of that name has ended. */
  readonly remove: (name: string) => void;
  readonly isEmpty: (now: number) => boolean;
}

/** When a question expires, the server gets a refusal, and may take a while to act on it. */
const PARKED_MS: number = ANSWER_MS + ABANDONED_MS;

/** Beyond it, the end of the oldest is no longer tracked: it counts until its deadline. */
const MAX_NAMED = 1_000;

export function createParkedWrites(): ParkedWrites {
  /** In the order in which they were parked. A name may occur twice: some servers issue the same state twice. */
  const waiting: { readonly name: string; readonly until: number }[] = [];
  let unnamedUntil = 0;
  return {
    add: (name, now) => {
      waiting.push({ name, until: now + PARKED_MS });
      if (waiting.length > MAX_NAMED) unnamedUntil = waiting.shift()?.until ?? 0;
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
