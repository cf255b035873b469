import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ENDED, PAUSE_REASONS, SESSION_STATES, SessionFull, SourcePlace } from '../views/schemas.ts';
import { toEnd, toFullSession, toStopView } from '../views/session.ts';

export const debugState: DebugTool = defineTool({
  name: 'debug_state',
  title: 'Get Debug State',
  description: {
    summary: 'Tells whether a program is being debugged, and whether it is running or paused.',
    returns:
      'state; session or null; while paused pauseReason, location and activeThreadId; after the end exited, exitCode, signal, lastWords (the end of stderr) and unboundBreakpoints.',
    preconditions: 'None.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({}),
  output: {
    state: z.enum(SESSION_STATES),
    session: SessionFull.nullable(),
    pauseReason: z.enum(PAUSE_REASONS).optional(),
    location: SourcePlace.nullable().optional(),
    activeThreadId: z.number().int().optional(),
    ...ENDED,
  },
  run: async (_, { engine }) => {
    const session = engine.live();
    if (session.ok) {
      return ok({ state: engine.state(), session: toFullSession(session.value), ...toStopView(session.value) });
    }
    const ended = engine.last()?.ended;
    const isTold = ended !== undefined && ended.how !== 'disconnected';
    return ok({ state: 'disconnected' as const, session: null, ...(isTold && toEnd(ended)) });
  },
});
