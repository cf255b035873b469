import type { CallDecision } from '@toolmark/api-contract';
import type { AttemptFailure, Begin, RoundEntry } from '@toolmark/record';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';

/** A call in progress, and its record: its own, or that of the call that it continues after questions. */
export interface CallInProgress {
  readonly call: Call;
  readonly record: CallRecord;
}

/** The recorder's state of a call, over all its rounds. A call that continues after questions keeps the key of its first request. */
export interface CallRecord {
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly tool: CatalogTool | undefined;
  /** Built when it is first needed: most reads end before, and then begin and end are written together. */
  begin: Begin | undefined;
  /** Kept, like `begin`, to write both again if the journal loses them. */
  rounds: readonly RoundEntry[];
  /** Whether `begin` and `rounds` are in the journal. */
  isWritten: boolean;
  /** Whether its beginning may wait for the next tick. */
  isDeferred: boolean;
  /** How often it was sent. */
  attempts: number;
  failures: readonly AttemptFailure[];
  /** The latest decision, and the approval that it required. */
  decision: CallDecision | null;
  approval: string | null;
}
