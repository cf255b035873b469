import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toBreakpoint, toExceptionBreakpoint, toTracepoint } from '../views/breakpoints.ts';
import { Breakpoint, ExceptionBreakpointShape } from '../views/schemas.ts';

export const breakpointList: DebugTool = defineTool({
  name: 'breakpoint_list',
  title: 'List Breakpoints',
  description: {
    summary:
      'Lists every breakpoint, tracepoint and exception breakpoint with its location and its hits in this session.',
    returns:
      'breakpoints with type (blocking or tracepoint) and conditionError; of tracepoints also notificationsSent, notificationsDropped and recentMessages; exceptionBreakpoints; count.',
    preconditions: 'None.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({}),
  output: {
    breakpoints: z.array(Breakpoint),
    exceptionBreakpoints: z.array(ExceptionBreakpointShape),
    count: z.number().int(),
  },
  more: 'count is of all. Remove those that are no longer needed with breakpoint_remove.',
  run: async (_, { engine }) => ok(listBreakpoints(engine)),
});

export interface BreakpointListing {
  readonly [key: string]: unknown;
  readonly breakpoints: Record<string, unknown>[];
  readonly exceptionBreakpoints: Record<string, unknown>[];
  readonly count: number;
}

/** Also served as the resource debugger://breakpoints. */
export function listBreakpoints(engine: Engine): BreakpointListing {
  const hasSession = engine.live().ok;
  const breakpoints = engine.breakpoints
    .lines()
    .map((breakpoint) =>
      breakpoint.kind === 'tracepoint'
        ? { ...toTracepoint(breakpoint, hasSession), recentMessages: [...(breakpoint.trace?.messages ?? [])] }
        : { ...toBreakpoint(breakpoint, hasSession), type: 'blocking' },
    );
  const exceptionBreakpoints = engine.breakpoints
    .exceptions()
    .map((breakpoint) => ({ ...toExceptionBreakpoint(breakpoint), type: 'exception' }));
  return { breakpoints, exceptionBreakpoints, count: breakpoints.length + exceptionBreakpoints.length };
}
