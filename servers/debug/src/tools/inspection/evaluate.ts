import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Outcome } from '../../backend/backend.ts';
import { frameOf } from '../../engine/inspect.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { frameIndex, threadId } from '../views/schemas.ts';
import { cutValue } from '../views/values.ts';

export const evaluate: DebugTool = defineTool({
  name: 'evaluate',
  title: 'Evaluate Expression',
  description: {
    summary:
      "Evaluates an expression in the program's language in a stack frame. Meant for inspection and declared read-only, but it really runs in the program: assignments and calls have their side effects.",
    returns:
      'value (text, cut at 1,024 characters: truncated), type, has_children (see variables_get expand, object_inspect). Errors: syntax_error, eval_exception, eval_timeout, variable_unavailable.',
    preconditions: 'The process must be paused.',
    example: { success: true, value: '42', type: 'number', has_children: false },
  },
  annotations: categories.read({ openWorld: false, idempotent: false }),
  input: z.strictObject({
    expression: z
      .string()
      .trim()
      .min(1)
      .max(65_536)
      .describe("Expression in the program's language, such as order.items.length"),
    thread_id: threadId,
    frame_index: frameIndex,
    timeout_ms: z.number().int().min(100).max(60_000).default(5_000).describe('How long it may take, in ms'),
  }),
  output: { value: z.string().nullable(), type: z.string().nullable(), has_children: z.boolean() },
  more: 'Evaluate a part of it, such as text.slice(1000, 2000).',
  run: async ({ expression, timeout_ms: timeoutMs, ...choice }, { engine }) =>
    engine.whilePaused({ code: 'eval_timeout', milliseconds: timeoutMs + 3_000 }, async (at) => {
      const frame = asEvaluation(await frameOf(at, choice));
      if (!frame.ok) return frame;
      const answer = await at.session.backend.evaluate(frame.value, expression, timeoutMs);
      if (!answer.ok) return answer;
      const { value, type, ref } = answer.value;
      const { text, isCut } = cutValue(value);
      return ok({ value: text, type, has_children: ref !== undefined, ...(isCut && { truncated: true }) });
    }),
});

/** This tool has its own error code for a missing thread. */
function asEvaluation<Value>(outcome: Outcome<Value>): Outcome<Value> {
  if (outcome.ok || outcome.error.code !== 'INVALID_THREAD') return outcome;
  return err({ ...outcome.error, code: 'invalid_thread' });
}
