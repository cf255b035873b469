import type { Outcome } from '../backend/backend.ts';
import type { ErrorCode } from '../errors.ts';
import { err } from '../result.ts';
import type { Session } from './session.ts';

export function notPaused(): Outcome<never> {
  return err({
    code: 'NOT_PAUSED',
    message: 'The program is running. Call debug_pause, or breakpoint_wait for a breakpoint to be hit.',
    details: { currentState: 'running' },
  });
}

export function tooLate(code: ErrorCode, what: string, milliseconds: number): Outcome<never> {
  return err({
    code,
    message: `${what} took longer than ${milliseconds} ms and was given up.`,
    details: { milliseconds },
  });
}

/** The error for a debugger that throws, which violates its contract. */
export function toThrownFailure(code: ErrorCode, what = 'The debugger failed'): (error: unknown) => Outcome<never> {
  return (error) => err({ code, message: `${what}: ${error instanceof Error ? error.message : String(error)}.` });
}

export function alreadyAttached({ facts }: Session): Outcome<never> {
  return err({
    code: 'ALREADY_ATTACHED',
    message: 'A program is being debugged already, and there is one session at a time. Call debug_disconnect first.',
    details: { currentPid: facts?.pid ?? null },
  });
}

export function noBreakpoint(id: string): Outcome<never> {
  return err({
    code: 'BREAKPOINT_NOT_FOUND',
    message: `There is no breakpoint '${id}'. Call breakpoint_list to see which exist.`,
    details: { id },
  });
}
