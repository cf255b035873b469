import type { BoundBreakpoint, HitCondition, TracePart } from '../backend/backend.ts';

/** A location at which the program stops or logs. */
export interface LineBreakpoint {
  readonly kind: 'breakpoint' | 'tracepoint';
  /** `bp-…` or `tp-…`. */
  readonly id: string;
  /** Absolute. */
  readonly file: string;
  /** As requested. */
  readonly line: number;
  readonly column: number | undefined;
  /** The condition as written, and its parsed form. */
  condition: string | undefined;
  expression: string | undefined;
  hits: HitCondition | undefined;
  readonly trace: Trace | undefined;
  isEnabled: boolean;
  /** The debugger's state for it; `undefined` without a session. */
  bound: BoundBreakpoint | undefined;
  /** The hits at which the condition was true. */
  hitCount: number;
  /** The last hit at which the condition could not be evaluated. */
  conditionError: ConditionError | undefined;
}

interface ConditionError {
  readonly message: string;
  readonly hits: number;
}

/** The additional fields of a tracepoint. */
interface Trace {
  readonly template: string | undefined;
  readonly parts: readonly TracePart[];
  /** Log only every n-th hit; 0 for each. */
  readonly multiple: number;
  /** The number of messages after which it disables itself; 0 for no limit. */
  readonly most: number;
  /** The messages reported so far, with those that were dropped. */
  reported: number;
  /** Messages that a client was too slow to be sent. */
  dropped: number;
  /** The last messages, for clients without notifications. */
  readonly messages: string[];
}

/** The type of an exception breakpoint for all exceptions, whatever is thrown. */
export const ANY_EXCEPTION = '*';

/** A type of exception at which the program stops. */
export interface ExceptionBreakpoint {
  readonly kind: 'exception';
  /** `ebp-…`. */
  readonly id: string;
  readonly type: string;
  readonly firstChance: boolean;
  readonly secondChance: boolean;
  readonly includeSubtypes: boolean;
  isEnabled: boolean;
  hitCount: number;
}

export type AnyBreakpoint = LineBreakpoint | ExceptionBreakpoint;

/** A breakpoint without code at its location. */
export interface UnboundBreakpoint {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The reason, if the debugger knows it. */
  readonly message: string | null;
}

/** `disabled`, `bound` if the debugger has a location, else `pending`. */
export function stateOf(breakpoint: LineBreakpoint): 'pending' | 'bound' | 'disabled' {
  if (!breakpoint.isEnabled) return 'disabled';
  return breakpoint.bound?.isBound ? 'bound' : 'pending';
}
