import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ENDED, SessionBrief, timeout } from '../views/schemas.ts';
import { toBriefSession, toEnd } from '../views/session.ts';

export const debugStep: DebugTool = defineTool({
  name: 'debug_step',
  title: 'Step Through Code',
  description: {
    summary:
      'Runs one step of the stopped thread and waits for it: in enters calls, over runs them, out runs to the end of the function. A breakpoint ends the step. After timeout it goes on: pending is true and state running.',
    returns:
      'stepMode; session: processId, processName, state, launchMode, pauseReason, location, activeThreadId; pending; if the program ended, exited, exitCode, lastWords.',
    preconditions: 'The process must be paused.',
    example: {
      success: true,
      stepMode: 'over',
      session: {
        processId: 48213,
        processName: 'orders.js',
        state: 'paused',
        launchMode: 'launch',
        pauseReason: 'step',
        location: { file: '/home/ada/shop/orders.js', line: 18, column: 3, functionName: 'total' },
        activeThreadId: 1,
      },
    },
  },
  annotations: categories.action({ openWorld: false, destructive: false }),
  input: z.strictObject({
    mode: z.enum(['in', 'over', 'out']).describe('Kind of step'),
    timeout: timeout('How long to wait for the step to end, in ms'),
  }),
  output: {
    stepMode: z.enum(['in', 'over', 'out']),
    session: SessionBrief,
    pending: z.boolean().optional(),
    message: z.string().optional(),
    ...ENDED,
  },
  run: async ({ mode, timeout: timeoutMs }, { engine, signal }) => {
    const settled = await engine.step(mode, { timeoutMs, signal });
    if (!settled.ok) return settled;
    const { session, how } = settled.value;
    const message = 'The step has not ended yet. breakpoint_wait tells when it has; debug_pause stops it.';
    return ok({
      stepMode: mode,
      session: toBriefSession(session),
      ...(how === 'pending' && { pending: true, message }),
      ...(session.ended !== undefined && toEnd(session.ended)),
    });
  },
});
