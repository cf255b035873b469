import { toMessage } from '@toolmark/annotations';
import type { Digest, EventBatch, Store, Undigested } from '../../store/store.ts';
import type { CounterClient } from '../counter/counter-client.ts';
import type { Entry } from '../entry.ts';

/** Has the tokens of calls counted that have ended, and stores what comes of it. */
export interface Digester {
  /** These were stored; says how many calls ended with them. */
  readonly stored: (entries: readonly Entry[]) => number;
  /** Stores what was counted and hands out what is next. Does nothing while something is being counted, or it is too early. */
  readonly step: () => Promise<void>;
  /** Whether everything that was stored is counted. */
  readonly isDone: () => boolean;
  /** No more resting between slices: somebody waits for it. */
  readonly hurry: (isHurried: boolean) => void;
}

export interface DigesterDeps {
  readonly store: Pick<Store, 'undigested' | 'digest'>;
  readonly counter: Pick<CounterClient, 'countCalls'>;
  readonly tell: (batch: EventBatch | undefined) => void;
  /** There is something to do for `step`. */
  readonly wake: () => void;
  readonly onProblem: (message: string) => void;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => void;
}

/** Some milliseconds' worth; the index of words takes half the time in slices that are not too small. */
const SLICE = 256;
/** More calls than this within a second, and counting gets a small share of the time only: the calls come first. */
const BUSY_PER_SECOND = 500;
const REST_PER_WORK = 8;
const LONGEST_REST_MS = 2_000;

export function createDigester(deps: DigesterDeps): Digester {
  const { store, counter, tell, wake, onProblem, now, after } = deps;
  // What a crash has left uncounted is counted first.
  let mayHaveMore = true;
  let isCounting = false;
  let ready: readonly Digest[] | undefined;
  let notBefore = 0;
  let recent = 0;
  let since = 0;
  let isHurried = false;

  const rest = (began: number): void => {
    if (recent <= BUSY_PER_SECOND || now() - since > 1_000) return;
    const pause = Math.min(LONGEST_REST_MS, Math.max(1, now() - began) * REST_PER_WORK);
    notBefore = now() + pause;
    after(pause, wake);
  };
  const count = (calls: readonly Undigested[]): void => {
    isCounting = true;
    const began = now();
    const finish = (digests: readonly Digest[]): void => {
      isCounting = false;
      ready = digests;
      rest(began);
      wake();
    };
    counter.countCalls(calls).then(finish, (error: unknown) => {
      onProblem(`the tokens of ${calls.length} calls could not be counted: ${toMessage(error)}`);
      // Counted as nothing, or they would be tried for ever.
      finish(calls.map(({ seq }) => ({ seq, inputTokens: 0, outputTokens: 0, words: '' })));
    });
  };
  return {
    stored: (entries) => {
      const ended = entries.reduce((sum, { kind }) => sum + (kind === 'end' ? 1 : 0), 0);
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
      if (isCounting || (now() < notBefore && !isHurried)) return;
      if (ready !== undefined) {
        const digests = ready;
        tell(await store.digest(digests));
        ready = undefined;
      }
      if (!mayHaveMore) return;
      const calls = await store.undigested(SLICE);
      mayHaveMore = calls.length === SLICE;
      if (calls.length > 0) count(calls);
    },
    isDone: () => !isCounting && ready === undefined && !mayHaveMore,
    hurry: (value) => {
      isHurried = value;
    },
  };
}
