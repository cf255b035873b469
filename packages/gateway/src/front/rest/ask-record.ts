import type { StoreReader } from '@toolmark/record';
import type { RestDeps } from './deps.ts';

/** The record did not answer. The request is not at fault. */
export class RecordUnreadable extends Error {
  override readonly name = 'RecordUnreadable';
}

/** Longer than the slowest query of a full record, shorter than the timeout of most clients. */
const READ_WAIT_MS = 30_000;

/**
 * Queries the record after everything recorded before is stored, or at once if the caller has waited for that.
 *
 * @example
 * const session = await askRecord(deps, (reader) => reader.session(id));
 * @throws RecordUnreadable if it is off, broken or does not answer
 */
export async function askRecord<Answer>(
  deps: Pick<RestDeps, 'recorder' | 'readWaitMs'>,
  question: (reader: StoreReader) => Promise<Answer>,
  isStored = false,
): Promise<Answer> {
  const { recorder, readWaitMs = READ_WAIT_MS } = deps;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${readWaitMs} ms`)), readWaitMs);
  try {
    const answer = async (): Promise<Answer> => {
      if (!isStored) await recorder.settled();
      return await question(recorder.reader);
    };
    return await Promise.race([answer(), late]);
  } catch (error) {
    throw new RecordUnreadable('The record did not answer.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
