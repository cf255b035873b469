import type { Outcome } from '../../backend/backend.ts';
import type { ExceptionFacts, FrameFacts } from '../../backend/facts.ts';
import type { Paused } from '../../engine/core.ts';
import { cutText } from '../../engine/cut-text.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { toPlace } from '../views/locations.ts';
import { toAutopsyVariable } from '../views/values.ts';

export interface AutopsyOrder {
  readonly maxFrames: number;
  /** The number of innermost program frames with variables. */
  readonly variablesFor: number;
  readonly maxInner: number;
}

export const USUAL_AUTOPSY: AutopsyOrder = { maxFrames: 10, variablesFor: 1, maxInner: 5 };

export type Autopsy = Record<string, unknown>;

/** Everything about the exception of a stopped thread: its causes, its stack, and the variables. */
export async function autopsy({ session, stop }: Paused, order: AutopsyOrder): Promise<Outcome<Autopsy>> {
  const { backend } = session;
  const known = stop.exception === undefined ? await backend.exception(stop.thread) : ok(stop.exception);
  if (!known.ok) return known;
  const exception = known.value;
  if (exception === undefined) return noException(stop.reason);
  const stack = await backend.stack(stop.thread, 0, order.maxFrames);
  if (!stack.ok) return stack;
  const throwing = exception.throwingFrame;
  const frames: Autopsy[] = [];
  let left: number = LIMITS.variables;
  for (const frame of stack.value.frames) {
    // Runtime frames above the throwing frame say nothing about the program.
    const isWanted = frame.index >= throwing && frame.index < throwing + order.variablesFor && left > 0;
    const variables = isWanted ? await variablesOf({ session, stop }, frame.index, left) : undefined;
    left -= variables?.locals.length ?? 0;
    frames.push(toFrame(frame, variables));
  }
  return ok({
    threadId: stop.thread,
    exception: toException(exception),
    innerExceptions: exception.inner
      .slice(0, order.maxInner)
      .map(({ type, message, depth }) => ({ type, message: cutText(message, LIMITS.message), depth })),
    innerExceptionsTruncated: exception.inner.length > order.maxInner,
    frames,
    totalFrames: stack.value.total,
    throwingFrameIndex: throwing,
  });
}

function toException({ type, message, isFirstChance, stackText }: ExceptionFacts): Autopsy {
  return {
    type,
    message: cutText(message, LIMITS.message),
    isFirstChance,
    ...(stackText !== undefined && { stackTraceString: cutText(stackText, LIMITS.message) }),
  };
}

interface FrameVariables {
  readonly locals: readonly Autopsy[];
  readonly errors: readonly { readonly name: string; readonly error: string }[];
}

async function variablesOf({ session, stop }: Paused, index: number, most: number): Promise<FrameVariables> {
  const variables = await session.backend.variables({ thread: stop.thread, index });
  if (!variables.ok) return { locals: [], errors: [{ name: '*', error: variables.error.message }] };
  // Arguments are listed separately.
  const locals = variables.value.filter(({ scope }) => scope !== 'argument');
  return { locals: locals.slice(0, most).map((facts) => toAutopsyVariable(facts)), errors: [] };
}

function toFrame(frame: FrameFacts, variables: FrameVariables | undefined): Autopsy {
  return {
    index: frame.index,
    function: frame.function,
    module: frame.module ?? null,
    isExternal: frame.isExternal,
    ...(frame.location !== undefined && { location: toPlace(frame.location) }),
    ...(frame.arguments.length > 0 && {
      arguments: frame.arguments.map((facts) => toAutopsyVariable(facts, 'argument')),
    }),
    ...(variables !== undefined && {
      variables: { locals: variables.locals, ...(variables.errors.length > 0 && { errors: variables.errors }) },
    }),
  };
}

function noException(reason: string): Outcome<never> {
  return err({
    code: 'NO_EXCEPTION',
    message: `The program does not stand at an exception (it stopped for: ${reason}). Call breakpoint_set_exception, let it run on, and wait.`,
    details: { pauseReason: reason },
  });
}
