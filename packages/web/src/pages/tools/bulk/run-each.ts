import { type ApiFailure, toFailure } from '../../../api/api-failure.ts';

/** What became of one of many. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

export interface EachOptions<Item, T> {
  /** How many at the same time. */
  readonly atOnce: number;
  /** Ends it: what is under way is told to stop, what is left is not begun. */
  readonly signal: AbortSignal;
  /** Hears each outcome as it is known. */
  readonly tell: (item: Item, outcome: Outcome<T>) => void;
}

/** Does the same for each of many, a few at a time. That one fails is told and stops no other. */
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
