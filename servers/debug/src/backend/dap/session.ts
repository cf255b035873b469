import type { DebugProtocol } from '@vscode/debugprotocol';
import type { BackendEvent, BoundBreakpoint, WantedBreakpoint, WantedExceptions } from '../backend.ts';
import type { HelperEvent } from './helper/channel.ts';
import type { DapProfile, DapTarget } from './profile.ts';

/** The state of a debuggee, and the breakpoints requested for it, before and while it runs. */
export interface Session {
  readonly profile: DapProfile;
  readonly emit: (event: BackendEvent) => void;
  target: DapTarget | undefined;
  phase: 'idle' | 'starting' | 'running' | 'resuming' | 'stopped' | 'over';
  readonly wanted: Map<string, readonly WantedBreakpoint[]>;
  readonly bound: Map<string, BoundBreakpoint>;
  exceptions: WantedExceptions;
  /** Whether the last exception could still be caught, for debuggers that report it only once. */
  lastChance: 'first' | 'second';
  /** Breakpoint hits since the last resume that have not been reported. */
  unreportedHits: Arrival[];
  /** Whether the current stop has been reported; hits of other threads at the same moment are reported after it. */
  isStopReported: boolean;
  /** Stops that arrived before the response to the resume. */
  waiting: DebugProtocol.StoppedEvent['body'][];
  /** Called at the next breakpoint hit. */
  onHit: (() => void) | undefined;
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
  unreportedHits: [],
  isStopReported: false,
  waiting: [],
  onHit: undefined,
});
