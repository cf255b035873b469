import { randomUUID } from 'node:crypto';
import type { ApiErrorCode } from '@toolmark/api-contract';
import { recordOff } from '../../calls/record/no-recorder.ts';
import { RecordUnreadable } from './ask-record.ts';
import type { RestDeps } from './deps.ts';

/** The reason why calls are not recorded, as a sentence for a person; `undefined` while they are. */
export function recordProblem({ recorder, configFile }: Pick<RestDeps, 'recorder' | 'configFile'>): string | undefined {
  const { state, problem } = recorder.status();
  if (state === 'ok') return undefined;
  return problem ?? (state === 'off' ? recordOff(configFile) : 'Calls cannot be recorded at the moment.');
}

/** The reason why the record did not answer, as a sentence for a person. */
export function explainUnreadable(
  error: RecordUnreadable,
  deps: Pick<RestDeps, 'recorder' | 'configFile' | 'onBug'>,
): string {
  const problem = recordProblem(deps) ?? deps.recorder.status().problem;
  if (problem !== null) return problem;
  // The record reports no problem, so log an incident.
  const incident = randomUUID();
  deps.onBug(incident, error.cause);
  return `The record could not be read. See the log for incident ${incident}.`;
}

/** The message for an unexpected failure. The details go to the log. */
export function explainFailure(
  error: unknown,
  deps: Pick<RestDeps, 'recorder' | 'configFile' | 'onBug'>,
): { readonly code: ApiErrorCode; readonly message: string } {
  if (error instanceof RecordUnreadable) {
    return { code: 'record_unavailable', message: explainUnreadable(error, deps) };
  }
  const incident = randomUUID();
  deps.onBug(incident, error);
  return { code: 'internal', message: `Internal error. See the log for incident ${incident}.` };
}
