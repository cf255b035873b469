import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toBreakpoint, toExceptionBreakpoint, toTracepoint } from '../views/breakpoints.ts';
import { findBreakpoint, syncBreakpoint } from './find-breakpoint.ts';

export const breakpointEnable: DebugTool = defineTool({
  name: 'breakpoint_enable',
  title: 'Enable/Disable Breakpoint',
  description: {
    summary: 'Enables or disables a breakpoint, tracepoint or exception breakpoint; id and hit count stay.',
    returns: 'breakpoint.',
    preconditions: 'The id exists.',
  },
  annotations: categories.set({ openWorld: false, destructive: false }),
  input: z.strictObject({
    id: z.string().describe('Id of the breakpoint: bp-…, tp-… or ebp-…'),
    enabled: z.boolean().default(true).describe('true to switch it on, false to switch it off'),
  }),
  output: {
    breakpoint: z.looseObject({
      id: z.string(),
      enabled: z.boolean(),
      verified: z.boolean(),
      hitCount: z.number().int(),
    }),
  },
  run: async ({ id, enabled }, { engine }) =>
    engine.inTurn(async () => {
      const found = findBreakpoint(engine, id);
      if (!found.ok) return found;
      const breakpoint = found.value;
      const before = breakpoint.isEnabled;
      breakpoint.isEnabled = enabled;
      const synced = await syncBreakpoint(engine, breakpoint);
      if (!synced.ok) {
        breakpoint.isEnabled = before;
        return synced;
      }
      if (enabled && !before && breakpoint.kind === 'tracepoint' && breakpoint.trace !== undefined) {
        breakpoint.trace.reported = 0;
        breakpoint.trace.dropped = 0;
      }
      engine.emit({ kind: 'breakpoints' });
      if (breakpoint.kind === 'exception') return ok({ breakpoint: toExceptionBreakpoint(breakpoint) as Toggled });
      const view = breakpoint.kind === 'tracepoint' ? toTracepoint : toBreakpoint;
      return ok({ breakpoint: view(breakpoint, engine.live().ok) as Toggled });
    }),
});

/** The fields common to all three kinds. */
type Toggled = Record<string, unknown> & { id: string; enabled: boolean; verified: boolean; hitCount: number };
