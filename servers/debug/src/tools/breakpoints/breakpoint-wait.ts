import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { ExceptionFacts } from '../../backend/facts.ts';
import type { AnyBreakpoint, UnboundBreakpoint } from '../../engine/breakpoint.ts';
import { describeEnd } from '../../engine/core.ts';
import { cutText } from '../../engine/cut-text.ts';
import { LIMITS } from '../../engine/limits.ts';
import type { Stop } from '../../engine/stop.ts';
import type { Waited } from '../../engine/wait.ts';
import { ok } from '../../result.ts';
import { type Call, type DebugTool, defineTool } from '../define-tool.ts';
import { autopsy, USUAL_AUTOPSY } from '../inspection/autopsy.ts';
import { toPlace } from '../views/locations.ts';
import { ENDED, PAUSE_REASONS, SourcePlace } from '../views/schemas.ts';
import { toEnd } from '../views/session.ts';

/** This reply uses a shorter name for the stack than exception_get_context. */
const ExceptionInfo = z.looseObject({
  type: z.string(),
  message: z.string(),
  isFirstChance: z.boolean(),
  stackTrace: z.string().optional(),
});

export const breakpointWait: DebugTool = defineTool({
  name: 'breakpoint_wait',
  title: 'Wait for Breakpoint Hit',
  description: {
    summary:
      'Waits for a hit of a breakpoint or exception breakpoint; a hit before the call that was not reported yet returns at once. Also returns at once when the program ends or is stopped for another reason. A timeout is no error: hit is false, and the program runs on.',
    returns:
      'hit; at a hit breakpointId (null at a statement such as debugger), threadId, timestamp, location, hitCount, pauseReason, conditionError if the condition failed, exceptionInfo (type, message, isFirstChance, stackTrace) and autopsy. Without one: timeout and unboundBreakpoints; or exited, exitCode, signal and lastWords (the end of stderr); or pausedAt and pauseReason; and message.',
    preconditions: 'A session is active. Usually called after debug_continue.',
    example: {
      success: true,
      hit: true,
      breakpointId: 'bp-0b1d7c52',
      threadId: 1,
      timestamp: '2026-05-04T09:30:02Z',
      location: { file: '/home/ada/shop/orders.js', line: 17, column: 3, functionName: 'total' },
      hitCount: 1,
      pauseReason: 'breakpoint',
    },
  },
  annotations: categories.read({ openWorld: false, idempotent: false }),
  input: z.strictObject({
    timeout_ms: z.number().int().min(1).max(300_000).default(30_000).describe('How long to wait, in ms'),
    breakpoint_id: z.string().optional().describe('Only report hits of this one: bp-… or ebp-…, switched on'),
    include_autopsy: z
      .boolean()
      .default(false)
      .describe('Add what exception_get_context gives, where the hit is an exception'),
  }),
  output: {
    hit: z.boolean(),
    timeout: z.boolean().optional(),
    message: z.string().optional(),
    breakpointId: z.string().nullable().optional(),
    threadId: z.number().int().optional(),
    timestamp: z.string().optional(),
    location: SourcePlace.nullable().optional(),
    hitCount: z.number().int().optional(),
    pauseReason: z.enum(PAUSE_REASONS).optional(),
    exceptionInfo: ExceptionInfo.optional(),
    autopsy: z.looseObject({}).optional(),
    pausedAt: SourcePlace.nullable().optional(),
    ...ENDED,
  },
  more: 'Call exception_get_context with a smaller max_frames.',
  run: async ({ timeout_ms: timeoutMs, breakpoint_id: breakpointId, include_autopsy: withAutopsy }, call) => {
    const waited = await call.engine.wait({ timeoutMs, breakpointId, signal: call.signal });
    if (!waited.ok) return waited;
    switch (waited.value.kind) {
      case 'hit':
        return ok({
          ...toHit(waited.value.stop, call.engine.breakpoints.find(breakpointId ?? ''), withAutopsy),
          ...(withAutopsy && (await findOut(call, waited.value.stop))),
        });
      case 'paused':
        return ok(toPausedOtherwise(waited.value));
      case 'ended': {
        const { ended } = waited.value;
        const how =
          ended.how === 'exited' ? `ended ${describeEnd(ended)}` : `is gone (${ended.message ?? 'disconnected'})`;
        return ok({ hit: false, ...toEnd(ended), message: `The program ${how}.` });
      }
      case 'late':
        return ok(toLate(timeoutMs, call.engine.breakpoints.unbound()));
    }
  },
});

/** An unbound breakpoint is the usual reason. */
function toLate(timeoutMs: number, unbound: readonly UnboundBreakpoint[]) {
  const message = `Nothing was hit within ${timeoutMs} ms. The program runs on; wait again, or call debug_pause.`;
  if (unbound.length === 0) return { hit: false, timeout: true, message };
  const why = `${message} unboundBreakpoints are in files of which the program has loaded no code.`;
  return { hit: false, timeout: true, message: why, unboundBreakpoints: [...unbound] };
}

function toHit(stop: Stop, asked: AnyBreakpoint | undefined, withAutopsy: boolean) {
  const { location, exception } = stop;
  return {
    hit: true,
    breakpointId: asked?.id ?? stop.breakpoints[0] ?? null,
    threadId: stop.thread,
    timestamp: stop.at.toISOString(),
    location: location === undefined ? null : toPlace(location),
    hitCount: asked?.hitCount ?? stop.hitCount,
    pauseReason: stop.reason,
    ...(stop.breakpoints.length > 1 && { breakpointIds: [...stop.breakpoints] }),
    ...(stop.conditionError !== undefined && {
      conditionError: stop.conditionError,
      message: `The condition could not be evaluated, so the program stopped: ${stop.conditionError}`,
    }),
    ...(stop.isStatement && { message: 'The program stopped at a statement of its own.' }),
    ...(exception !== undefined && { exceptionInfo: toExceptionInfo(exception, !withAutopsy) }),
  };
}

/** Leave out the stack if the autopsy has it. */
function toExceptionInfo({ type, message, isFirstChance, stackText }: ExceptionFacts, withStack: boolean) {
  const stackTrace = withStack && stackText !== undefined ? cutText(stackText, LIMITS.message) : undefined;
  return {
    type,
    message: cutText(message, LIMITS.message),
    isFirstChance,
    ...(stackTrace !== undefined && { stackTrace }),
  };
}

function toPausedOtherwise({ stop, wasReported }: Extract<Waited, { kind: 'paused' }>) {
  const [other] = stop.breakpoints;
  const why =
    other === undefined
      ? `It stopped for another reason (${stop.reason}).`
      : `It stands at ${other}${wasReported ? ', which was told of already' : ''}.`;
  return {
    hit: false,
    pausedAt: stop.location === undefined ? null : toPlace(stop.location),
    pauseReason: stop.reason,
    threadId: stop.thread,
    ...(other !== undefined && { breakpointId: other }),
    message: `The program stands, so nothing can be hit. ${why} Call debug_continue first.`,
  };
}

async function findOut({ engine }: Call, stop: Stop): Promise<{ readonly autopsy?: Record<string, unknown> }> {
  if (stop.reason !== 'exception') return {};
  const found = await engine.whilePaused({ code: 'AUTOPSY_FAILED' }, (at) => autopsy({ ...at, stop }, USUAL_AUTOPSY));
  return { autopsy: found.ok ? found.value : { error: found.error } };
}
