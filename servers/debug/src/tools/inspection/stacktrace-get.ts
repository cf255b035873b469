import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { FrameFacts } from '../../backend/facts.ts';
import { threadOf } from '../../engine/inspect.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toFramePlace } from '../views/locations.ts';
import { FramePlace, threadId, Variable } from '../views/schemas.ts';
import { toVariable } from '../views/values.ts';

const Frame = z.looseObject({
  index: z.number().int(),
  function: z.string(),
  module: z.string().nullable(),
  is_external: z.boolean(),
  location: FramePlace.optional(),
  arguments: z.array(Variable).optional(),
});

export const stacktraceGet: DebugTool = defineTool({
  name: 'stacktrace_get',
  title: 'Get Stack Trace',
  description: {
    summary:
      'Lists the call stack of a thread, innermost frame first. variables_get and evaluate take the index of a frame as frame_index.',
    returns:
      "thread_id; total_frames; frames: index, function, module, is_external (not the program's own code), location, arguments.",
    preconditions: 'The process must be paused.',
    example: {
      success: true,
      thread_id: 1,
      total_frames: 2,
      frames: [
        {
          index: 0,
          function: 'total',
          module: 'orders.js',
          is_external: false,
          location: { file: '/home/ada/shop/orders.js', line: 17, column: 3, function: 'total' },
          arguments: [
            {
              name: 'order',
              type: 'Object',
              value: '{id: 7, items: Array(3)}',
              scope: 'argument',
              has_children: true,
              children_count: 2,
            },
          ],
        },
        {
          index: 1,
          function: '<module>',
          module: 'orders.js',
          is_external: false,
          location: { file: '/home/ada/shop/orders.js', line: 31, column: 1, function: '<module>' },
        },
      ],
    },
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    thread_id: threadId,
    start_frame: z.number().int().min(0).default(0).describe('First frame to give, to read a long stack in parts'),
    max_frames: z.number().int().min(1).max(1000).default(20).describe('Most frames to give'),
  }),
  output: { thread_id: z.number().int(), total_frames: z.number().int(), frames: z.array(Frame) },
  more: 'Call again with start_frame set to the index after the last frame here.',
  run: async (args, { engine }) =>
    engine.whilePaused({ code: 'STACKTRACE_FAILED' }, async (at) => {
      const thread = await threadOf(at, args.thread_id);
      if (!thread.ok) return thread;
      const page = await at.session.backend.stack(thread.value, args.start_frame, args.max_frames);
      if (!page.ok) return page;
      const { total, frames } = page.value;
      return ok({
        thread_id: thread.value,
        total_frames: total,
        frames: frames.slice(0, args.max_frames).map(toFrame),
      });
    }),
});

function toFrame(frame: FrameFacts) {
  return {
    index: frame.index,
    function: frame.function,
    module: frame.module ?? null,
    is_external: frame.isExternal,
    ...(frame.location !== undefined && { location: toFramePlace(frame.location, frame.function) }),
    ...(frame.arguments.length > 0 && { arguments: frame.arguments.map((facts) => toVariable(facts, 'argument')) }),
  };
}
