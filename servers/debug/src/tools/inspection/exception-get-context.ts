import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ExceptionShape } from '../views/schemas.ts';
import { autopsy } from './autopsy.ts';

const Frame = z.looseObject({
  index: z.number().int(),
  function: z.string(),
  module: z.string().nullable(),
  isExternal: z.boolean(),
});

const Autopsy = {
  threadId: z.number().int(),
  exception: ExceptionShape,
  innerExceptions: z.array(z.looseObject({ type: z.string(), message: z.string(), depth: z.number().int() })),
  innerExceptionsTruncated: z.boolean(),
  frames: z.array(Frame),
  totalFrames: z.number().int(),
  throwingFrameIndex: z.number().int(),
};

export const exceptionGetContext: DebugTool = defineTool({
  name: 'exception_get_context',
  title: 'Get Exception Context',
  description: {
    summary:
      'Everything about the exception at which the program is stopped: what was thrown, the chain of causes, the stack, and the variables of the frames that matter.',
    returns:
      'threadId; exception: type, message, isFirstChance (true when thrown, false when uncaught), stackTraceString; innerExceptions: type, message, depth; innerExceptionsTruncated; frames: index, function, module, isExternal, location, arguments, variables.locals; totalFrames; throwingFrameIndex.',
    preconditions: 'The process must be paused at an exception; see breakpoint_set_exception.',
    example: {
      success: true,
      threadId: 1,
      exception: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'price')",
        isFirstChance: false,
        stackTraceString:
          "TypeError: Cannot read properties of undefined (reading 'price')\n    at total (/home/ada/shop/orders.js:18:24)",
      },
      innerExceptions: [{ type: 'Error', message: 'no such article: 77', depth: 1 }],
      innerExceptionsTruncated: false,
      frames: [
        {
          index: 0,
          function: 'total',
          module: 'orders.js',
          isExternal: false,
          location: { file: '/home/ada/shop/orders.js', line: 18, column: 24, functionName: 'total' },
          variables: {
            locals: [{ name: 'article', type: 'undefined', value: 'undefined', scope: 'local', hasChildren: false }],
          },
        },
      ],
      totalFrames: 4,
      throwingFrameIndex: 0,
    },
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    max_frames: z.number().int().min(1).max(100).default(10).describe('Most stack frames to give'),
    include_variables_for_frames: z
      .number()
      .int()
      .min(0)
      .max(10)
      .default(1)
      .describe('How many frames, from the one that threw, also get their variables; 0 for none'),
    max_inner_exceptions: z
      .number()
      .int()
      .min(0)
      .max(20)
      .default(5)
      .describe('How far to follow the chain of causes; 0 for not at all'),
  }),
  output: Autopsy,
  more: 'Ask for fewer frames with max_frames, or look at one with variables_get.',
  run: async (args, { engine }) =>
    engine.whilePaused({ code: 'AUTOPSY_FAILED' }, async (at) => {
      const order = {
        maxFrames: args.max_frames,
        variablesFor: args.include_variables_for_frames,
        maxInner: args.max_inner_exceptions,
      };
      const answer = await autopsy(at, order);
      // It has exactly these fields; the output schema validates it.
      return answer as { ok: true; value: Fields } | Exclude<typeof answer, { ok: true }>;
    }),
});

type Fields = z.input<z.ZodObject<typeof Autopsy>> & Record<string, unknown>;
