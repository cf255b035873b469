import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { findBreakpoint, syncBreakpoint } from './find-breakpoint.ts';

const NAMES = { breakpoint: 'Breakpoint', tracepoint: 'Tracepoint', exception: 'Exception breakpoint' } as const;

export const breakpointRemove: DebugTool = defineTool({
  name: 'breakpoint_remove',
  title: 'Remove Breakpoint',
  description: {
    summary:
      'Removes a breakpoint, tracepoint or exception breakpoint; a second removal is an error. breakpoint_enable disables one without losing it.',
    returns: 'message.',
    preconditions: 'The id exists.',
  },
  // The seed defines that a repeated removal is rejected.
  annotations: categories.delete({ openWorld: false, idempotent: false }),
  input: z.strictObject({ id: z.string().describe('Id of the breakpoint: bp-…, tp-… or ebp-…') }),
  output: { message: z.string() },
  run: async ({ id }, { engine }) =>
    engine.inTurn(async () => {
      const found = findBreakpoint(engine, id);
      if (!found.ok) return found;
      engine.breakpoints.remove(id);
      const synced = await syncBreakpoint(engine, found.value);
      if (!synced.ok) {
        // The debugger still has the breakpoint, so restore it.
        engine.breakpoints.restore(found.value);
        return synced;
      }
      engine.emit({ kind: 'breakpoints' });
      return ok({ message: `${NAMES[found.value.kind]} ${id} was removed.` });
    }),
});
