import { type ApiFailure, toFailure } from '../../../api/api-failure.ts';

/** The outcome for one item. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

export interface EachOptions<Item, T> {
  /** How many run concurrently. */
  readonly atOnce: number;
  /** Aborts: running work is told to stop, and the rest is not started. */
  readonly signal: AbortSignal;
  /** Receives each outcome as soon as it is known. */
  readonly tell: (item: Item, outcome: Outcome<T>) => void;
}

/** Runs the same work for each item with limited concurrency. A failure is reported and does not stop the others. */
export async function runEach<Item, T>(
  items: readonly Item[],
  work: (item: Item) => Promise<T>,
  { atOnce, signal, tell }: EachOptions<Item, T>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (signal.aborted) return;
      const outcome = await outcomeOf(work, item);
      if (signal.aborted) return;
      tell(item, outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

async function outcomeOf<Item, T>(work: (item: Item) => Promise<T>, item: Item): Promise<Outcome<T>> {
  try {
    return { kind: 'done', value: await work(item) };
  } catch (error) {
    return { kind: 'failed', failure: toFailure(error) };
  }
}
