import type { ExceptionFacts, SourceLocation } from '../backend/facts.ts';

export type PauseReason = 'breakpoint' | 'step' | 'exception' | 'pause' | 'entry';

/** A stop of the program, or of one thread. */
export interface Stop {
  /** Increases with every stop. */
  readonly number: number;
  readonly thread: number;
  readonly reason: PauseReason;
  /** The hit breakpoints, most important first; empty for a statement of the program. */
  readonly breakpoints: readonly string[];
  /** The hit count of the first of them. */
  readonly hitCount: number;
  /** Why the condition of the first of them could not be evaluated. */
  readonly conditionError: string | undefined;
  /** Whether it is a statement such as `debugger`. */
  readonly isStatement: boolean;
  readonly location: SourceLocation | undefined;
  readonly at: Date;
  /** Whether all threads stopped; otherwise a step of one thread leaves the others stopped. */
  readonly isEverything: boolean;
  readonly exception: ExceptionFacts | undefined;
  /** Whether breakpoint_wait has reported it. */
  isReported: boolean;
}

/** Whether breakpoint_wait reports this stop. */
export function isHit(stop: Stop): boolean {
  return stop.reason === 'breakpoint' || stop.reason === 'exception';
}
