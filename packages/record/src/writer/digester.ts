import { toMessage } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import type { CounterClient } from '../counter/counter-client.ts';
import type { Entry } from '../entry.ts';
import { WorkerUnavailable } from '../on-demand-worker.ts';
import { seqAt } from '../sequence.ts';
import type { Digest, EventBatch, Store, Undigested } from '../store/store.ts';

/** Counts the tokens of ended calls and stores the counts. */
export interface Digester {
  /** Reports stored entries; returns how many calls ended with them. */
  readonly stored: (entries: readonly Entry[]) => number;
  /**
   * Stores finished counts and requests the next slice. Does nothing while a slice is being counted, or while resting.
   */
  readonly step: () => Promise<void>;
  /** There may be more calls than were reported. */
  readonly look: () => void;
  /** The highest key of an ended call. */
  readonly newest: () => number;
  /** Whether every ended call up to this key is counted, or counting is impossible at the moment. */
  readonly isDone: (until?: number) => boolean;
  /** Stops resting between slices: someone waits. */
  readonly hurry: (isHurried: boolean) => void;
  /** Stops; the rest is left to the next gateway. */
  readonly close: () => void;
}

export interface DigesterDeps {
  readonly store: Pick<Store, 'undigested' | 'digest'>;
  readonly counter: Pick<CounterClient, 'countCalls'>;
  readonly tell: (batch: EventBatch | undefined) => void;
  /** `step` has work. */
  readonly wake: () => void;
  readonly onProblem: (message: string) => void;
  readonly clock: Clock;
}

/** A few milliseconds of work; indexing takes half the time with larger slices. */
const SLICE = 256;
/** At more calls per second than this, counting gets a small share of the time: calls come first. */
const BUSY_PER_SECOND = 200;
const REST_PER_WORK = 30;
const LONGEST_REST_MS = 2_000;
/** The retry delay after a failed count or write. */
const STUCK_MS = 10_000;

export function createDigester(deps: DigesterDeps): Digester {
  const { store, counter, tell, wake, onProblem, clock } = deps;
  const { now } = clock;
  // Calls left uncounted by a crash come first.
  let mayHaveMore = true;
  let newest = seqAt(now());
  /** The lowest key being counted: everything below it is done. */
  let lowest: number | undefined;
  let ready: readonly Digest[] | undefined;
  /** How many calls are counted one by one to isolate the one that crashes the counter. */
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
    if (error instanceof WorkerUnavailable) stick();
    else if (calls.length === 1) {
      // Counted as zero, to avoid endless retries.
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
