import type { DebugProtocol } from '@vscode/debugprotocol';
import type { BackendEvent, BoundBreakpoint, WantedBreakpoint } from '../backend.ts';
import type { HelperEvent } from './helper/channel.ts';
import type { DapProfile, DapTarget, WantedExceptions } from './profile.ts';

/** What is known of a debuggee from one moment to the next, and what is wanted of it, whether it runs already or not. */
export interface Session {
  readonly profile: DapProfile;
  readonly emit: (event: BackendEvent) => void;
  target: DapTarget | undefined;
  phase: 'idle' | 'starting' | 'running' | 'resuming' | 'stopped' | 'over';
  readonly wanted: Map<string, readonly WantedBreakpoint[]>;
  readonly bound: Map<string, BoundBreakpoint>;
  exceptions: WantedExceptions;
  /** Whether what it stopped at last could still be caught, for debuggers that tell it once. */
  lastChance: 'first' | 'second';
  /** Arrivals at breakpoints since the program went on, of which nobody has been told yet. */
  arrived: Arrival[];
  /** Whether it stands and that has been told: other threads that arrive in the same moment are told of after it. */
  isTold: boolean;
  /** Stops that came while the answer to going on was still under way. */
  waiting: DebugProtocol.StoppedEvent['body'][];
  /** Told once the next arrival is here. */
  onArrival: (() => void) | undefined;
}

export type Arrival = Extract<HelperEvent, { event: 'arrived' }>;

export const createSession = (profile: DapProfile, emit: (event: BackendEvent) => void): Session => ({
  profile,
  emit,
  target: undefined,
  phase: 'idle',
  wanted: new Map(),
  bound: new Map(),
  exceptions: { caught: false, uncaught: false },
  lastChance: 'first',
  arrived: [],
  isTold: false,
  waiting: [],
  onArrival: undefined,
});
