import { invalidArgument } from '../../errors.ts';
import type { RawCard } from './raw.ts';

/** The changes of an update; `null` and `undefined` keep a value, an empty date clears it. */
export interface CardChanges {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly owner?: string | null | undefined;
  readonly order?: number | null | undefined;
  readonly duedate?: string | null | undefined;
  readonly archived?: boolean | null | undefined;
  readonly done?: string | null | undefined;
}

/**
 * The body that replaces a card. Deck resets omitted values, so the card's current values are sent back.
 *
 * @example
 * mergeCard(card, { title: 'New' }) // { …, title: 'New', description: 'as before', duedate: 'as before', order: 3 }
 */
export function mergeCard(card: RawCard, changes: CardChanges): Readonly<Record<string, unknown>> {
  const { archived, ...own } = card;
  const kept = Object.entries(own).filter(([, value]) => value === null || typeof value !== 'object');
  const changed = Object.entries(changes).filter(([, value]) => value != null);
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(changed),
    ...(changes.duedate === '' && { duedate: null }),
    ...(changes.done === '' && { done: null }),
    // Deck keeps it when omitted, and refuses to archive an archived card.
    archived: changes.archived === archived ? undefined : (changes.archived ?? undefined),
  };
}

/** Refuses an update that would change nothing. */
export function anyGiven(changes: Readonly<Record<string, unknown>>): void {
  if (Object.values(changes).every((value) => value == null))
    throw invalidArgument(`Give at least one new value: ${Object.keys(changes).join(', ') || 'none was given'}.`);
}
