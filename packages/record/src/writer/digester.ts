import { toMessage } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import { Unanswered } from '../asked-thread.ts';
import type { CounterClient } from '../counter/counter-client.ts';
import type { Entry } from '../entry.ts';
import { seqAt } from '../sequence.ts';
import type { Digest, EventBatch, Store, Undigested } from '../store/store.ts';

/** Has the tokens of calls counted that have ended, and stores what comes of it. */
export interface Digester {
  /** These were stored; says how many calls ended with them. */
  readonly stored: (entries: readonly Entry[]) => number;
  /** Stores what was counted and hands out what is next. Does nothing while something is being counted, or it is too early. */
  readonly step: () => Promise<void>;
  /** There may be more than was told of. */
  readonly look: () => void;
  /** The highest key of a call that ended so far. */
  readonly newest: () => number;
  /** Whether every call up to this key is counted that had ended; or none can be at the moment. */
  readonly isDone: (until?: number) => boolean;
  /** No more resting between slices: somebody waits for it. */
  readonly hurry: (isHurried: boolean) => void;
  /** What is counted from here on is left to who comes next. */
  readonly close: () => void;
}

export interface DigesterDeps {
  readonly store: Pick<Store, 'undigested' | 'digest'>;
  readonly counter: Pick<CounterClient, 'countCalls'>;
  readonly tell: (batch: EventBatch | undefined) => void;
  /** There is something to do for `step`. */
  readonly wake: () => void;
  readonly onProblem: (message: string) => void;
  readonly clock: Clock;
}

/** Some milliseconds' worth; the index of words takes half the time in slices that are not too small. */
const SLICE = 256;
/** More calls than this within a second, and counting gets a small share of the time only: the calls come first. */
const BUSY_PER_SECOND = 200;
const REST_PER_WORK = 30;
const LONGEST_REST_MS = 2_000;
/** How long until it is tried again after nothing could be counted or stored. */
const STUCK_MS = 10_000;

export function createDigester(deps: DigesterDeps): Digester {
  const { store, counter, tell, wake, onProblem, clock } = deps;
  const { now } = clock;
  // What a crash has left uncounted is counted first.
  let mayHaveMore = true;
  let newest = seqAt(now());
  /** The lowest key of what is being counted: whatever is below it is counted. */
  let lowest: number | undefined;
  let ready: readonly Digest[] | undefined;
  /** So many are counted one by one: one of them breaks whoever counts. */
  let suspects = 0;
  let notBefore = 0;
  let isStuck = false;
  let recent = 0;
  let since = 0;
  let isHurried = false;
  let isClosed = false;

  const rest = (ms: number): void => {
    notBefore = now() + ms;
    clock.after(ms, wake);
  };
  const stick = (): void => {
    isStuck = true;
    ready = undefined;
    lowest = undefined;
    mayHaveMore = true;
    rest(STUCK_MS);
  };
  const restAfter = (began: number): void => {
    if (recent <= BUSY_PER_SECOND || now() - since > 1_000) return;
    rest(Math.min(LONGEST_REST_MS, Math.max(1, now() - began) * REST_PER_WORK));
  };
  const onFailed = (calls: readonly Undigested[], error: unknown): void => {
    onProblem(`the tokens of ${calls.length} calls could not be counted: ${toMessage(error)}`);
    if (error instanceof Unanswered) stick();
    else if (calls.length === 1) {
      // Counted as nothing, or it would be tried for ever.
      ready = calls.map(({ seq }) => ({ seq, inputTokens: 0, outputTokens: 0, words: '' }));
    } else {
      suspects = calls.length;
      lowest = undefined;
      mayHaveMore = true;
    }
  };
  const count = (calls: readonly Undigested[]): void => {
    lowest = calls[0]?.seq;
    const began = now();
    counter
      .countCalls(calls)
      .then(
        (digests) => {
          ready = digests;
          restAfter(began);
        },
        (error: unknown) => {
          if (!isClosed) onFailed(calls, error);
        },
      )
      .finally(() => {
        if (!isClosed) wake();
      });
  };
  const step = async (): Promise<void> => {
    if (ready !== undefined) {
      tell(await store.digest(ready));
      suspects = Math.max(0, suspects - ready.length);
      ready = undefined;
      lowest = undefined;
    }
    if (!mayHaveMore) return;
    const limit = suspects > 0 ? 1 : SLICE;
    const calls = await store.undigested(limit);
    mayHaveMore = calls.length === limit;
    if (calls.length > 0) count(calls);
    else suspects = 0;
  };
  return {
    stored: (entries) => {
      let ended = 0;
      for (const entry of entries) {
        if (entry.kind !== 'end') continue;
        ended += 1;
        newest = Math.max(newest, entry.seq);
      }
      if (ended === 0) return 0;
      mayHaveMore = true;
      if (now() - since > 1_000) {
        since = now();
        recent = 0;
      }
      recent += ended;
      return ended;
    },
    step: async () => {
      const isCounting = lowest !== undefined && ready === undefined;
      if (isClosed || isCounting || (now() < notBefore && (isStuck || !isHurried))) return;
      isStuck = false;
      try {
        await step();
      } catch (error) {
        stick();
        throw error;
      }
    },
    look: () => {
      mayHaveMore = true;
    },
    newest: () => newest,
    isDone: (until = Number.POSITIVE_INFINITY) => isStuck || (lowest === undefined ? !mayHaveMore : lowest > until),
    hurry: (value) => {
      isHurried = value;
    },
    close: () => {
      isClosed = true;
    },
  };
}
