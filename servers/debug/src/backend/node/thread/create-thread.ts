import type { CdpSession } from '../cdp/dispatcher.ts';
import type { JsThread } from '../debuggee.ts';
import { createScriptTable } from '../source/script-table.ts';

export const MAIN_THREAD = 1;

export const createThread = (id: number, name: string, session: CdpSession): JsThread => ({
  id,
  name,
  session,
  scripts: createScriptTable(session),
  pause: undefined,
  asked: { kind: 'run' },
  held: new Set(),
  entered: Promise.withResolvers(),
  otherExceptions: new Set(),
  stepsOn: 0,
});
