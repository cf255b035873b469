import { randomUUID } from 'node:crypto';
import type { ApiErrorCode } from '@toolmark/api-contract';
import { RecordUnreadable } from './ask-record.ts';
import type { RestDeps } from './deps.ts';
import { explainUnreadable } from './record-problem.ts';

/** What whoever asked is told of something that should not have happened. The log gets the rest. */
export function explainFailure(
  error: unknown,
  deps: Pick<RestDeps, 'recorder' | 'configFile' | 'onBug'>,
): { readonly code: ApiErrorCode; readonly message: string } {
  if (error instanceof RecordUnreadable) {
    return { code: 'record_unavailable', message: explainUnreadable(error, deps) };
  }
  const incident = randomUUID();
  deps.onBug(incident, error);
  return { code: 'internal', message: `Something went wrong here. The log has more under ${incident}.` };
}
