import { randomUUID } from 'node:crypto';
import type { RecordUnreadable } from './ask-record.ts';
import type { RestDeps } from './deps.ts';

/** Why the record did not answer, in a sentence for a person. */
export function explainUnreadable(error: RecordUnreadable, deps: Pick<RestDeps, 'recorder' | 'onBug'>): string {
  const { state, problem } = deps.recorder.status();
  if (state === 'off') return problem ?? RECORD_OFF;
  if (problem !== null) return problem;
  // It thinks that it is well, so somebody has to look.
  const incident = randomUUID();
  deps.onBug(incident, error.cause);
  return `The record could not be read. The log has more under ${incident}.`;
}

export const RECORD_OFF = 'The record is off: calls are not remembered. Set record.enabled in toolmark.json.';
