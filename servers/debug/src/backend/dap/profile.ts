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
} from '../backend.ts';
import type { FrameRef, ValueFacts } from '../facts.ts';
import type { DapClient } from './client/dap-client.ts';
import type { HelperChannel, HelperEvent } from './helper/channel.ts';

/** What one debugger has that the protocol leaves open. Everything else is the same for all of them. */
export interface DapProfile {
  readonly kind: 'python' | 'native';
  readonly can: BackendCapabilities;
  /** Starts the adapter and the program (or finds it), as far as the moment when breakpoints can be set. */
  readonly open: (start: Start, hooks: TargetHooks, deadline: AbortSignal) => Promise<Outcome<DapTarget>>;
  /** Lets the program begin: a launched one is held at its first line, an attached one goes on. */
  readonly begin: (target: DapTarget, start: Start, deadline: AbortSignal) => Promise<Outcome<BegunAt>>;
  readonly setBreakpoints: (
    target: DapTarget,
    file: string,
    wanted: readonly WantedBreakpoint[],
  ) => Promise<Outcome<readonly BoundBreakpoint[]>>;
  readonly setExceptions: (target: DapTarget, wanted: WantedExceptions) => Promise<Outcome<void>>;
  /** Whether a stop is judged without running anything in the program; meanwhile it could not be asked where it stands. */
  readonly judgesAside: (stop: DebugProtocol.StoppedEvent['body']) => boolean;
  readonly judgeStop: (target: DapTarget, stop: DebugProtocol.StoppedEvent['body']) => Promise<Judgement>;
  /** Makes a frame known to the helper, and gives the name by which it is asked about there. */
  readonly frameKey: (target: DapTarget, frame: FrameRef) => Promise<Outcome<string>>;
  readonly evaluate: (
    target: DapTarget,
    frame: FrameRef,
    expression: string,
    timeoutMs: number,
  ) => Promise<Outcome<ValueFacts>>;
  readonly isExternal: (target: DapTarget, frame: DebugProtocol.StackFrame) => boolean;
  /** Of the last thing it can still say before it is let go. */
  readonly beforeDetach: (target: DapTarget) => Promise<void>;
}

export type Start =
  | { readonly kind: 'launch'; readonly spec: LaunchSpec }
  | { readonly kind: 'attach'; readonly pid: number };

export interface WantedExceptions {
  readonly caught: boolean;
  readonly uncaught: boolean;
}

/** Where a launched program is held; `undefined` where it runs. */
export type BegunAt = { readonly thread: number; readonly reason: 'entry' | 'breakpoint' } | undefined;

/** What a stop means: one to tell, or one that only the debugger made and that goes on at once. */
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
  /** As soon as there is a program, so that not one byte of it is missed. */
  readonly onDebuggee: (child: ChildProcess) => void;
  readonly onLost: (why: string) => void;
}

/** A debugger with its debuggee. */
export interface DapTarget {
  readonly client: DapClient;
  readonly channel: HelperChannel;
  readonly adapter: ChildProcess;
  /** `undefined` where it was attached to. */
  readonly debuggee: ChildProcess | undefined;
  readonly facts: ProcessFacts;
  /** Settles when nothing holds the program any more that helped to attach to it. */
  readonly freed: Promise<unknown>;
  /** What only one stop knows; a new one for every stop. */
  stop: StopMemory;
  /** Set from asking for a pause until the next stop. */
  isPauseAsked: boolean;
  /** Threads in which an evaluation goes on that could not be ended. */
  readonly busy: Map<number, string>;
  /** The first-chance exception that was told last. */
  lastException: string | undefined;
  /** Evaluations that run in threads of the program, by their tokens; the helper tells when one has ended. */
  readonly evaluations: Map<number, (answer: Evaluated) => void>;
  /** Lines with a breakpoint of the adapter, by file. */
  readonly lines: Map<string, readonly number[]>;
  readonly waitForEvent: (name: string, deadlineMs: number) => Promise<DebugProtocol.Event | undefined>;
  /** Ends the debugger, not the program. Settles when nothing is left of it, or that takes too long. */
  readonly close: (why: string) => Promise<void>;
}

export interface StopMemory {
  /** The adapter's ids of frames that the helper knows. */
  readonly held: Map<string, number>;
}

export interface Evaluated {
  readonly result?: unknown;
  readonly error?: DebugError;
}

/** The part of a target that is new with every session. */
export const freshMemory = (): Pick<
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

export const emptyStop = (): StopMemory => ({ held: new Map() });
