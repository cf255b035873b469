import { randomUUID } from 'node:crypto';
import { recordOff } from '../../calls/record/no-recorder.ts';
import type { RecordUnreadable } from './ask-record.ts';
import type { RestDeps } from './deps.ts';

/** Why calls are not recorded, in a sentence for a person; `undefined` while they are. */
export function recordProblem({ recorder, configFile }: Pick<RestDeps, 'recorder' | 'configFile'>): string | undefined {
  const { state, problem } = recorder.status();
  if (state === 'ok') return undefined;
  return problem ?? (state === 'off' ? recordOff(configFile) : 'Calls cannot be recorded at the moment.');
}

/** Why the record did not answer, in a sentence for a person. */
export function explainUnreadable(
  error: RecordUnreadable,
  deps: Pick<RestDeps, 'recorder' | 'configFile' | 'onBug'>,
): string {
  const problem = recordProblem(deps) ?? deps.recorder.status().problem;
  if (problem !== null) return problem;
  // It thinks that it is well, so somebody has to look.
  const incident = randomUUID();
  deps.onBug(incident, error.cause);
  return `The record could not be read. The log has more under ${incident}.`;
}
