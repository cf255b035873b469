import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ENDED, SessionBrief, timeout } from '../views/schemas.ts';
import { toBriefSession, toEnd } from '../views/session.ts';

export const debugContinue: DebugTool = defineTool({
  name: 'debug_continue',
  title: 'Continue Execution',
  description: {
    summary:
      'Lets the program run on. Returns as soon as it runs and does not wait for the next stop: call breakpoint_wait for that.',
    returns:
      'session: processId, processName, state, launchMode; if it stopped again, pauseReason, location and activeThreadId; if it ended, exited, exitCode and lastWords.',
    preconditions: 'The process must be paused.',
    example: {
      success: true,
      session: { processId: 48213, processName: 'orders.js', state: 'running', launchMode: 'launch' },
    },
  },
  annotations: categories.action({ openWorld: false, destructive: false }),
  input: z.strictObject({
    timeout: timeout('How long it may take to get the program running, in ms'),
  }),
  output: { session: SessionBrief, ...ENDED },
  run: async ({ timeout: timeoutMs }, { engine }) => {
    const session = await engine.resume(timeoutMs);
    if (!session.ok) return session;
    const { ended } = session.value;
    return ok({ session: toBriefSession(session.value), ...(ended !== undefined && toEnd(ended)) });
  },
});
