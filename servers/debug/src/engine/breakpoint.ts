import type { BoundBreakpoint, HitCondition, TracePart } from '../backend/backend.ts';

/** A place where the program stops, or tells of having passed. */
export interface LineBreakpoint {
  readonly kind: 'breakpoint' | 'tracepoint';
  /** `bp-…` or `tp-…`. */
  readonly id: string;
  /** Absolute. */
  readonly file: string;
  /** As it was asked for. */
  readonly line: number;
  readonly column: number | undefined;
  /** As it was written, and as the debugger and the engine look at it. */
  condition: string | undefined;
  expression: string | undefined;
  hits: HitCondition | undefined;
  readonly trace: Trace | undefined;
  isEnabled: boolean;
  /** What the debugger says of it; `undefined` without a session. */
  bound: BoundBreakpoint | undefined;
  hitCount: number;
}

/** What makes a tracepoint of a breakpoint. */
interface Trace {
  readonly template: string | undefined;
  readonly parts: readonly TracePart[];
  /** Every how many passes it tells; 0 for each. */
  readonly multiple: number;
  /** After how many times it switches itself off; 0 for never. */
  readonly most: number;
  sent: number;
  /** The last messages, for those who get no notifications. */
  readonly messages: string[];
}

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

/** One for which no code was found. */
export interface UnboundBreakpoint {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Why, where the debugger knows. */
  readonly message: string | null;
}

/** `disabled`, `bound` where the debugger knows the place, else `pending`. */
export function stateOf(breakpoint: LineBreakpoint): 'pending' | 'bound' | 'disabled' {
  if (!breakpoint.isEnabled) return 'disabled';
  return breakpoint.bound?.isBound ? 'bound' : 'pending';
}
