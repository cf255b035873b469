import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { ThreadFacts } from '../../backend/facts.ts';
import type { Session } from '../../engine/session.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toFramePlace } from '../views/locations.ts';
import { FramePlace } from '../views/schemas.ts';

const Thread: z.ZodObject = z.looseObject({
  id: z.number().int(),
  name: z.string().nullable(),
  state: z.enum(['running', 'stopped', 'waiting', 'notstarted', 'terminated']),
  is_current: z.boolean(),
  location: FramePlace.optional(),
});

export const threadsList: DebugTool = defineTool({
  name: 'threads_list',
  title: 'List Threads',
  description: {
    summary: 'Lists the threads of the program, workers included.',
    returns: 'threads: is_current marks the default one; location of the stop, or its function if there is no source.',
    preconditions: 'A session is active; the program may run.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({}),
  output: { threads: z.array(Thread) },
  more: 'Look at one thread with stacktrace_get.',
  run: async (_, { engine }) =>
    engine.whileLive({ code: 'THREADS_FAILED' }, async (session) => {
      const threads = await session.backend.threads();
      return threads.ok ? ok({ threads: threads.value.map((thread) => toThread(thread, session)) }) : threads;
    }),
});

/** Also used by the resource debugger://threads. */
export function toThread(
  { id, name, state, location, function: inside }: ThreadFacts,
  { active }: Session,
): Record<string, unknown> {
  return {
    id,
    name: name === '' ? null : name,
    state,
    is_current: active?.thread === id,
    ...(location !== undefined && { location: toFramePlace(location, location.functionName) }),
    ...(location === undefined && inside !== undefined && { function: inside }),
  };
}
