import type { StoreReader } from '@toolmark/record';
import type { RestDeps } from './deps.ts';

/** The record did not answer. Whatever the reason, it is not the fault of who asked. */
export class RecordUnreadable extends Error {
  override readonly name = 'RecordUnreadable';
}

/** Longer than the slowest question to a full record, shorter than the patience of a person and of most clients. */
const READ_WAIT_MS = 30_000;

/**
 * Asks the record, once everything that was recorded before can be seen in it, or at once where that was waited for.
 *
 * @example
 * const session = await askRecord(deps, (reader) => reader.session(id));
 * @throws RecordUnreadable if it is off, broken or does not answer
 */
export async function askRecord<Answer>(
  deps: Pick<RestDeps, 'recorder' | 'readWaitMs'>,
  question: (reader: StoreReader) => Promise<Answer>,
  isSettled = false,
): Promise<Answer> {
  const { recorder, readWaitMs = READ_WAIT_MS } = deps;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${readWaitMs} ms`)), readWaitMs);
  try {
    const answer = async (): Promise<Answer> => {
      if (!isSettled) await recorder.settled();
      return await question(recorder.reader);
    };
    return await Promise.race([answer(), late]);
  } catch (error) {
    throw new RecordUnreadable('The record did not answer.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
