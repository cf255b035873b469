import type { ChildProcess } from 'node:child_process';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugError } from '../../errors.ts';
import type {
  BackendCapabilities,
  BoundBreakpoint,
  LaunchSpec,
  Outcome,
  ProcessFacts,
  WantedBreakpoint,
  WantedExceptions,
} from '../backend.ts';
import type { FrameRef, ValueFacts } from '../facts.ts';
import type { DapClient } from './client/dap-client.ts';
import type { HelperChannel, HelperEvent } from './helper/channel.ts';

/** The debugger-specific parts that the protocol leaves open; all other code is shared. */
export interface DapProfile {
  readonly kind: 'python' | 'native';
  readonly can: BackendCapabilities;
  /** Starts the adapter, and starts or attaches to the program, up to the point when breakpoints can be set. */
  readonly open: (start: Start, hooks: TargetHooks, deadline: AbortSignal) => Promise<Outcome<DapTarget>>;
  /** Lets the program begin: a launched one stops at its first line, an attached one continues. */
  readonly begin: (target: DapTarget, start: Start, deadline: AbortSignal) => Promise<Outcome<BegunAt>>;
  readonly setBreakpoints: (
    target: DapTarget,
    file: string,
    wanted: readonly WantedBreakpoint[],
  ) => Promise<Outcome<readonly BoundBreakpoint[]>>;
  readonly setExceptions: (target: DapTarget, wanted: WantedExceptions) => Promise<Outcome<void>>;
  /** Whether a stop can be judged without running code in the program; while code runs there, stack requests fail. */
  readonly judgesAside: (stop: DebugProtocol.StoppedEvent['body']) => boolean;
  readonly judgeStop: (target: DapTarget, stop: DebugProtocol.StoppedEvent['body']) => Promise<Judgement>;
  /** Registers a frame with the helper, and returns its key there. */
  readonly frameKey: (target: DapTarget, frame: FrameRef) => Promise<Outcome<string>>;
  readonly evaluate: (
    target: DapTarget,
    frame: FrameRef,
    expression: string,
    timeoutMs: number,
  ) => Promise<Outcome<ValueFacts>>;
  readonly isExternal: (target: DapTarget, frame: DebugProtocol.StackFrame) => boolean;
  /** Whether an outermost frame belongs to the way in which the program was started. */
  readonly isLauncher?: (frame: DebugProtocol.StackFrame) => boolean;
  /** Called as the last step before detaching. */
  readonly beforeDetach: (target: DapTarget) => Promise<void>;
}

export type Start =
  | { readonly kind: 'launch'; readonly spec: LaunchSpec }
  | { readonly kind: 'attach'; readonly pid: number };

/** Where a launched program stopped; `undefined` if it runs. */
export type BegunAt = { readonly thread: number; readonly reason: 'entry' | 'breakpoint' } | undefined;

/** Whether a stop is reported, or was caused by the debugger and continues at once. */
export type Judgement =
  | { readonly kind: 'go-on' }
  | {
      readonly kind: 'stop';
      readonly reason: 'breakpoint' | 'step' | 'exception' | 'pause' | 'statement';
      readonly isFirstChance?: boolean;
    };

export interface TargetHooks {
  readonly onHelper: (event: HelperEvent) => void;
  readonly onEvent: (event: DebugProtocol.Event) => void;
  /** Called as soon as the program exists, so that no output is missed. */
  readonly onDebuggee: (child: ChildProcess) => void;
  readonly onLost: (why: string) => void;
}

/** A debugger with its debuggee. */
export interface DapTarget {
  readonly client: DapClient;
  readonly channel: HelperChannel;
  readonly adapter: ChildProcess;
  /** `undefined` if attached. */
  readonly debuggee: ChildProcess | undefined;
  readonly facts: ProcessFacts;
  /** Settles when the process that injected the debugger has released the program. */
  readonly freed: Promise<unknown>;
  /** State of the current stop; replaced at every stop. */
  stop: StopState;
  /** Set from a pause request until the next stop. */
  isPauseAsked: boolean;
  /** Threads with an evaluation that could not be interrupted. */
  readonly busy: Map<number, string>;
  /** The first-chance exception that was reported last. */
  lastException: string | undefined;
  /** Pending evaluations in threads of the program, by token; the helper reports when one has ended. */
  readonly evaluations: Map<number, (answer: Evaluated) => void>;
  /** Lines with a breakpoint of the adapter, by file. */
  readonly lines: Map<string, readonly number[]>;
  readonly waitForEvent: (name: string, deadlineMs: number) => Promise<DebugProtocol.Event | undefined>;
  /** Ends the debugger, not the program. Settles when its processes are gone, or after a timeout. */
  readonly close: (why: string) => Promise<void>;
}

export interface StopState {
  /** The adapter's ids of frames that the helper knows. */
  readonly held: Map<string, number>;
}

export interface Evaluated {
  readonly result?: unknown;
  readonly error?: DebugError;
}

/** The initial per-session state of a target. */
export const initialTargetState = (): Pick<
  DapTarget,
  'stop' | 'isPauseAsked' | 'busy' | 'lastException' | 'evaluations' | 'lines'
> => ({
  stop: emptyStop(),
  isPauseAsked: false,
  busy: new Map(),
  lastException: undefined,
  evaluations: new Map(),
  lines: new Map(),
});

export const emptyStop = (): StopState => ({ held: new Map() });
