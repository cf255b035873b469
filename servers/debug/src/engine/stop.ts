import type { ExceptionFacts, SourceLocation } from '../backend/facts.ts';

export type PauseReason = 'breakpoint' | 'step' | 'exception' | 'pause' | 'entry';

/** The program, or a thread of it, stands still. */
export interface Stop {
  /** Grows with every stop; a later one has a larger number. */
  readonly number: number;
  readonly thread: number;
  readonly reason: PauseReason;
  /** What was hit, the first foremost; none at a statement of the program's own. */
  readonly breakpoints: readonly string[];
  /** Of the first of them. */
  readonly hitCount: number;
  /** A statement such as `debugger` that stops by itself. */
  readonly isStatement: boolean;
  readonly location: SourceLocation | undefined;
  readonly at: Date;
  /** Whether everything stands with it; else a step of one thread leaves the others where they are. */
  readonly isEverything: boolean;
  readonly exception: ExceptionFacts | undefined;
  /** Whether breakpoint_wait has told of it. */
  isReported: boolean;
}

/** Whether this is what breakpoint_wait waits for. */
export function isHit(stop: Stop): boolean {
  return stop.reason === 'breakpoint' || stop.reason === 'exception';
}
