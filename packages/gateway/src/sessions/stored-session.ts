import type { CallStatusName, RecordStatus, Session, ToolCall } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { StoreReader } from '@toolmark/record';
import type { RiskName } from '../model/policy-call.ts';
import { risksOf, type StoredSession } from './session-ledger.ts';

/** Deadline for reading a stored conversation; after it, the history counts as unknown. */
const LOOK_UP_MS = 1_000;
/** The calls of a longer history are not read one by one: it counts by their classes. */
const MAX_CALLS = 500;

interface StoredSessionDeps {
  readonly record: {
    readonly reader: Pick<StoreReader, 'session' | 'calls'>;
    readonly status: () => RecordStatus;
  };
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
    return await Promise.race([readSession(record.reader, id), late]);
  } finally {
    cancel();
  }
}

async function readSession(
  reader: Pick<StoreReader, 'session' | 'calls'>,
  id: string,
): Promise<StoredSession | undefined> {
  const session = await reader.session(id);
  if (session === undefined) return undefined;
  const calls = session.tool_call_count;
  if (calls > MAX_CALLS) return { risks: risksOfClasses(session), calls };
  const { tool_calls } = await reader.calls({ sessionId: id }, { limit: MAX_CALLS, offset: 0 });
  return { risks: [...new Set(tool_calls.flatMap(risksOfCall))], calls };
}

/** The recorded risks are only the certain ones, so the possible ones follow from the classes of the calls. */
function risksOfClasses({
  risk,
  calls_by_class: { read = 0, additive = 0, destructive = 0 },
}: Session): readonly RiskName[] {
  const possible: Readonly<Record<RiskName, boolean>> = {
    private_data_read: risk.private_data_read !== null || read > 0,
    untrusted_content_seen: true,
    open_world_write: risk.open_world_write !== null || additive + destructive > 0,
  };
  return (Object.keys(possible) as RiskName[]).filter((name) => possible[name]); // The keys are those of the literal.
}

/** Calls that were refused went nowhere. */
const REFUSED: readonly CallStatusName[] = ['denied', 'expired'];

/** The risks that a recorded call may have added, by the hints it was made under. */
export function risksOfCall({ effective, status }: Pick<ToolCall, 'effective' | 'status'>): readonly RiskName[] {
  if (effective === null || REFUSED.includes(status)) return [];
  const tool = { resolution: { hints: effective } };
  // A call without a recorded end may have been answered.
  const answered = risksOf(tool, status === 'error' ? 'failed' : 'ok');
  return [...risksOf(tool, 'leaving'), ...answered];
}
