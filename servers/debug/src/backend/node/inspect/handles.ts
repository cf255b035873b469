import type { DebugError, ErrorCode } from '../../../errors.ts';
import { err, ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { ValueRef } from '../../facts.ts';
import type { CdpProblem } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';

/** An object of the debuggee that was shown to a client. */
export interface Handle {
  readonly value: Protocol.Runtime.RemoteObject;
  /** An expression for it in its frame. */
  readonly path: string | undefined;
}

/** The handles of one stop. */
export interface Handles {
  readonly add: (handle: Handle) => ValueRef;
  readonly get: (ref: ValueRef) => Handle | undefined;
  /** Whether V8 assigned heap ids in this stop. */
  hasHeap: boolean;
}

let stops = 0;

export function createHandles(thread: number): Handles {
  stops += 1;
  const beginning = `${thread}.${stops}.`;
  const handles = new Map<string, Handle>();
  return {
    add: (handle) => {
      // The only place where the brand is given.
      const ref = `${beginning}${handles.size + 1}` as ValueRef;
      handles.set(ref, handle);
      return ref;
    },
    get: (ref) => handles.get(ref),
    hasHeap: false,
  };
}

/** Finds a value and its thread by handle. */
export function findHandle(
  debuggee: Debuggee,
  ref: ValueRef,
): Outcome<{ readonly thread: JsThread; readonly handle: Handle; readonly objectId: string }> {
  const thread = debuggee.threads.get(Number.parseInt(ref, 10));
  const handle = thread?.pause?.handles.get(ref);
  if (thread === undefined || handle?.value.objectId === undefined) {
    return fail('INVALID_REFERENCE', 'This value is of an earlier stop. Look it up again.');
  }
  return ok({ thread, handle, objectId: handle.value.objectId });
}

export const fail = (code: ErrorCode, message: string, details?: DebugError['details']): Outcome<never> =>
  err(details === undefined ? { code, message } : { code, message, details });

/** Converts an inspector error to one of ours. */
export const failed = (code: ErrorCode, problem: CdpProblem): Outcome<never> =>
  problem.kind === 'late'
    ? fail('TIMEOUT', `The program did not answer: ${problem.message}`)
    : fail(code, problem.message);
