import type { Backend, ProcessFacts } from '../backend/backend.ts';
import type { UnboundBreakpoint } from './breakpoint.ts';
import type { RingBuffer } from './ring-buffer.ts';
import type { PauseReason, Stop } from './stop.ts';

export type LaunchMode = 'launch' | 'attach';
export type SessionState = 'disconnected' | 'running' | 'paused';

/** One program under the debugger, from the first attempt to its end. */
export interface Session {
  readonly backend: Backend;
  readonly mode: LaunchMode;
  readonly args: readonly string[] | undefined;
  readonly cwd: string | undefined;
  readonly output: Output;
  /** `starting` until it is launched or attached; it must not be used before. */
  phase: 'starting' | 'live' | 'ended';
  facts: ProcessFacts | undefined;
  attachedAt: Date;
  /** The current stops; empty while it runs. */
  stops: Stop[];
  /** The default stop for tools without a thread argument. */
  active: Stop | undefined;
  /** Incremented at every stop and resume; frames and values of another epoch are invalid. */
  epoch: number;
  /** The number of stops that are still being judged. */
  undecided: number;
  /** The number of resumes. */
  resumeCount: number;
  /** The number of stops. */
  stopCount: number;
  /** Whether it has reached its first line, where a launch stops it. */
  hasEntered: boolean;
  /**
   * A requested step or pause that has not happened yet; it ends at the next stop, even at one that is not reported.
   */
  awaited: { readonly reason: Extract<PauseReason, 'step' | 'pause'>; readonly thread: number | undefined } | undefined;
  /** Whether to stay at the entry stop. */
  holdsAtEntry: boolean;
  /** The last exception of each thread, for debuggers that report one several times. */
  readonly exceptions: Map<number, SeenException>;
  ended: Ended | undefined;
}

interface SeenException {
  readonly identity: string;
  readonly wasFirstChance: boolean;
}

interface Output {
  readonly stdout: RingBuffer;
  readonly stderr: RingBuffer;
}

/** How a session ended. */
export interface Ended {
  readonly how: 'exited' | 'lost' | 'disconnected';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The debugger's message if it was lost. */
  readonly message: string | undefined;
  /** The end of stderr, which may still grow after the exit. */
  readonly stderrTail: () => string;
  readonly unboundBreakpoints: readonly UnboundBreakpoint[];
  readonly facts: ProcessFacts | undefined;
  readonly mode: LaunchMode;
  /** Whether breakpoint_wait has reported it. */
  isReported: boolean;
}

export function stateOf(session: Session | undefined): SessionState {
  if (session === undefined || session.phase !== 'live') return 'disconnected';
  return session.stops.length > 0 ? 'paused' : 'running';
}
