import type { RecordStatus } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { StoreReader } from '@toolmark/record';
import type { StoredSession } from './session-ledger.ts';

/** How long what is stored of a conversation may take to be looked up before it counts as unknown. */
const LOOK_UP_MS = 1_000;

interface StoredSessionDeps {
  readonly record: { readonly reader: Pick<StoreReader, 'session'>; readonly status: () => RecordStatus };
  readonly clock: Clock;
}

/** What a conversation has done before this gateway was started. Rejects where nobody can tell in time. */
export async function storedSession(
  { record, clock }: StoredSessionDeps,
  id: string,
): Promise<StoredSession | undefined> {
  // Where nothing is recorded there is nothing to know.
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
