import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { VariableFacts } from '../../backend/facts.ts';
import { frameOf } from '../../engine/inspect.ts';
import { LIMITS } from '../../engine/limits.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { frameIndex, threadId, Variable } from '../views/schemas.ts';
import { toVariable } from '../views/values.ts';
import { expand } from './expand.ts';
import { rememberPaths } from './shown-paths.ts';

const MAX_PATH_LENGTH = 4_096;
const SCOPES = ['all', 'locals', 'arguments', 'this'] as const;
const MORE = `A reply has at most ${LIMITS.variables} variables. Expand a narrower path, or ask for a part with evaluate, such as list.slice(200, 400).`;

export const variablesGet: DebugTool = defineTool({
  name: 'variables_get',
  title: 'Get Variables',
  description: {
    summary:
      'Lists the variables of a stack frame or, with expand, the children of one of them. Values are text, cut at 1,024 characters.',
    returns:
      'variables: name, type, value, scope (local, argument, this, closure, module; field or element of another), has_children, children_count, path (for expand, mostly also for evaluate), truncated.',
    preconditions: 'The process must be paused.',
    example: {
      success: true,
      variables: [
        {
          name: 'order',
          type: 'Object',
          value: '{id: 7, items: Array(3)}',
          scope: 'argument',
          has_children: true,
          children_count: 2,
          path: 'order',
        },
        { name: 'sum', type: 'number', value: '42', scope: 'local', has_children: false, path: 'sum' },
      ],
    },
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    thread_id: threadId,
    frame_index: frameIndex,
    scope: z.enum(SCOPES).default('all').describe('Which variables of the frame; expand ignores it'),
    expand: z
      .string()
      .min(1)
      .max(MAX_PATH_LENGTH)
      .optional()
      .describe("Path of the variable whose children to list: one that was given, or 'user.address', 'items[3]'"),
  }),
  output: { variables: z.array(Variable) },
  more: MORE,
  run: async (args, { engine }) =>
    engine.whilePaused({ code: 'VARIABLES_FAILED' }, async (at) => {
      const frame = await frameOf(at, args);
      if (!frame.ok) return frame;
      const { session } = at;
      const found = await (args.expand === undefined
        ? session.backend.variables(frame.value)
        : expand(session, frame.value, args.expand));
      if (!found.ok) return found;
      const meant = args.expand === undefined ? found.value.filter((facts) => isIn(args.scope, facts)) : found.value;
      const shown = meant.slice(0, LIMITS.variables);
      rememberPaths(session, frame.value, shown);
      const variables = shown.map((facts) => toVariable(facts));
      return ok({ variables, ...(meant.length > LIMITS.variables && { truncated: true, more: MORE }) });
    }),
});

function isIn(scope: (typeof SCOPES)[number], facts: VariableFacts): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'arguments':
      return facts.scope === 'argument';
    case 'this':
      return facts.scope === 'this';
    case 'locals':
      return facts.scope !== 'argument' && facts.scope !== 'this';
  }
}
