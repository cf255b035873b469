import { toMessage } from '@toolmark/annotations';
import type { ApplyOptions, EventBatch, Store } from '../../store/store.ts';
import type { JournalPiece } from '../journal/journal-reader.ts';
import { isInfrastructure } from '../problem.ts';

/**
 * Stores a piece of a journal in one transaction. Where a single entry cannot be stored, which is a bug, all others are: one after
 * the other, and the one is told of. Throws when it is the disk or the file.
 */
export async function applyPiece(
  store: Store,
  { entries, position }: JournalPiece,
  { instance, isDurable }: Pick<ApplyOptions, 'instance' | 'isDurable'>,
  onSkipped: (count: number, reason: string) => void,
): Promise<EventBatch | undefined> {
  try {
    return await store.apply(entries, { instance, until: position, isDurable });
  } catch (error) {
    if (isInfrastructure(error)) throw error;
    if (entries.length === 1) {
      onSkipped(1, toMessage(error));
      return await store.apply([], { instance, until: position, isDurable });
    }
  }
  let last: EventBatch | undefined;
  for (const [index, entry] of entries.entries()) {
    // Only the last one says how far the journal was read: what was stored twice changes nothing.
    const until = index === entries.length - 1 ? position : undefined;
    try {
      last = (await store.apply([entry], { instance, until, isDurable: isDurable && until !== undefined })) ?? last;
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      onSkipped(1, toMessage(error));
      if (until !== undefined) await store.apply([], { instance, until, isDurable });
    }
  }
  return last;
}
