import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';

export const debugDisconnect: DebugTool = defineTool({
  name: 'debug_disconnect',
  title: 'Disconnect Debug Session',
  description: {
    summary:
      'Ends the session. The program runs on by itself, unless terminateProcess ends a launched one with everything it started; an attached process is never ended. Breakpoints stay for the next session.',
    returns:
      'state: always disconnected; wasTerminated; previousSession: processId, processName and launchMode, or null; message; timedOut if it had to be killed.',
    preconditions: 'None: without a session it does nothing and succeeds.',
    example: {
      success: true,
      state: 'disconnected',
      wasTerminated: true,
      previousSession: { processId: 48213, processName: 'orders.js', launchMode: 'launch' },
      message: 'orders.js was ended.',
    },
  },
  annotations: categories.action({ openWorld: false, idempotent: true }),
  input: z.strictObject({
    terminateProcess: z
      .boolean()
      .default(false)
      .describe('End the program instead of letting it run on; only where it was launched here'),
  }),
  output: {
    state: z.literal('disconnected'),
    wasTerminated: z.boolean(),
    previousSession: z
      .looseObject({ processId: z.number().int(), processName: z.string(), launchMode: z.enum(['launch', 'attach']) })
      .nullable(),
    message: z.string().optional(),
    timedOut: z.boolean().optional(),
  },
  run: async ({ terminateProcess }, { engine }) => {
    const { previous, wasTerminated, isLate } = await engine.disconnect(terminateProcess);
    if (previous === undefined) {
      const message = 'Nothing was being debugged.';
      return ok({ state: 'disconnected' as const, wasTerminated, previousSession: null, message });
    }
    const { facts, mode } = previous;
    const name = facts?.name ?? 'The program';
    const left =
      terminateProcess && mode === 'attach'
        ? `${name} was attached to, so it was let go and not ended.`
        : `${name} was let go and runs on.`;
    return ok({
      state: 'disconnected' as const,
      wasTerminated,
      previousSession: { processId: facts?.pid ?? 0, processName: facts?.name ?? '', launchMode: mode },
      message: wasTerminated ? `${name} was ended.` : left,
      ...(isLate && { timedOut: true }),
    });
  },
});
