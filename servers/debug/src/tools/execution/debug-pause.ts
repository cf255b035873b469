import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { ThreadFacts } from '../../backend/facts.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ENDED } from '../views/schemas.ts';
import { toEnd } from '../views/session.ts';

const Thread = z.looseObject({
  id: z.number().int(),
  location: z
    .looseObject({ function: z.string(), file: z.string().optional(), line: z.number().int().optional() })
    .optional(),
});

export const debugPause: DebugTool = defineTool({
  name: 'debug_pause',
  title: 'Pause Execution',
  description: {
    summary:
      'Stops the running program. If it does not stop within ten seconds, because of a call that cannot be interrupted, pending is true and it stops later.',
    returns: 'state: paused, already_paused, or running with pending; threads with their locations.',
    preconditions: 'A session is active.',
  },
  annotations: categories.action({ openWorld: false, destructive: false, idempotent: true }),
  input: z.strictObject({}),
  output: {
    state: z.enum(['paused', 'already_paused', 'running', 'disconnected']),
    threads: z.array(Thread),
    pending: z.boolean().optional(),
    message: z.string().optional(),
    ...ENDED,
  },
  run: async (_, { engine, signal }) => {
    const settled = await engine.pause(signal);
    if (!settled.ok) return settled;
    const { session, how } = settled.value;
    if (session.ended !== undefined)
      return ok({ state: 'disconnected' as const, threads: [], ...toEnd(session.ended) });
    if (how === 'pending') {
      const message = 'The program was told to stop and has not done so yet. breakpoint_wait tells when it has.';
      return ok({ state: 'running' as const, threads: [], pending: true, message });
    }
    const threads = await engine.whileLive({ code: 'PAUSE_FAILED' }, ({ backend }) => backend.threads());
    if (!threads.ok) return threads;
    const state = how === 'already' ? ('already_paused' as const) : ('paused' as const);
    return ok({ state, threads: threads.value.map(toThread) });
  },
});

function toThread({ id, location, function: inside }: ThreadFacts) {
  if (location === undefined) return inside === undefined ? { id } : { id, location: { function: inside } };
  const { functionName, file, line } = location;
  return { id, location: { function: functionName ?? '<unknown>', file, line } };
}
