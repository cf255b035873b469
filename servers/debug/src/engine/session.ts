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
  /** `starting` until it is launched or attached to; nobody may use it before that. */
  phase: 'starting' | 'live' | 'ended';
  facts: ProcessFacts | undefined;
  attachedAt: Date;
  /** What stands still now; nothing while it runs. */
  stops: Stop[];
  /** The one that tools mean where no thread is named. */
  active: Stop | undefined;
  /** Grows whenever it comes to a stand or runs on; frames and values of another epoch mean nothing now. */
  epoch: number;
  /** Stops of which it is not known yet whether to stay. */
  undecided: number;
  /** How often it was told to run on. */
  resumeCount: number;
  /** How many stops there have been. */
  stopCount: number;
  /** Whether it has come to its first line, where a launch holds it. */
  hasEntered: boolean;
  /** What was asked for and has not happened yet; a stop that would be passed over ends it instead. */
  awaited: { readonly reason: Extract<PauseReason, 'step' | 'pause'>; readonly thread: number | undefined } | undefined;
  /** Whether the entry is where it shall stay. */
  holdsAtEntry: boolean;
  /** The last exception of each thread, for debuggers that tell of one several times. */
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
  /** What the debugger said where it was lost. */
  readonly message: string | undefined;
  /** The end of stderr, of which more may come after the end. */
  readonly lastWords: () => string;
  readonly unboundBreakpoints: readonly UnboundBreakpoint[];
  readonly facts: ProcessFacts | undefined;
  readonly mode: LaunchMode;
  /** Whether breakpoint_wait has told of it. */
  isReported: boolean;
}

export function stateOf(session: Session | undefined): SessionState {
  if (session === undefined || session.phase !== 'live') return 'disconnected';
  return session.stops.length > 0 ? 'paused' : 'running';
}
