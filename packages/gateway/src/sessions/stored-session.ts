import type { RecordStatus } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { StoreReader } from '@toolmark/record';
import type { StoredSession } from './session-ledger.ts';

/** Deadline for reading a stored conversation; after it, the history counts as unknown. */
const LOOK_UP_MS = 1_000;

interface StoredSessionDeps {
  readonly record: { readonly reader: Pick<StoreReader, 'session'>; readonly status: () => RecordStatus };
  readonly clock: Clock;
}

/** The history of a conversation from before this gateway started. Rejects if it cannot be read in time. */
export async function storedSession(
  { record, clock }: StoredSessionDeps,
  id: string,
): Promise<StoredSession | undefined> {
  // Without a record there is no history.
  if (record.status().state === 'off') return undefined;
  let cancel = (): void => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(LOOK_UP_MS, () => reject(new Error('the record is slow')));
  });
  try {
    const session = await Promise.race([record.reader.session(id), late]);
    return session && { risk: session.risk, calls: session.tool_call_count, callsByClass: session.calls_by_class };
  } finally {
    cancel();
  }
}
