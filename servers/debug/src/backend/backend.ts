import type { DebugError } from '../errors.ts';
import type { Result } from '../result.ts';
import type {
  ExceptionFacts,
  FrameRef,
  LayoutFacts,
  MemberFacts,
  MemoryFacts,
  ModuleFacts,
  ObjectIdentity,
  ReferenceList,
  SourceLocation,
  StackPage,
  ThreadFacts,
  TypeFacts,
  ValueFacts,
  ValueRef,
  VariableFacts,
} from './facts.ts';

/**
 * One debuggee under one debugger. The engine above knows no protocols; a backend knows nothing of MCP, breakpoint ids
 * or waiting. Every method settles within its own deadline and never rejects: failures are values.
 */
export interface Backend {
  readonly kind: BackendKind;
  readonly can: BackendCapabilities;
  /** Starts the program and stops it at its first line. On failure, every process it started has ended. */
  readonly launch: (spec: LaunchSpec, deadline: AbortSignal) => Promise<Outcome<ProcessFacts>>;
  /** Attaches to a running process without stopping it. */
  readonly attach: (pid: number, deadline: AbortSignal) => Promise<Outcome<ProcessFacts>>;
  /**
   * Detaches, or ends the program with everything it started, within ten seconds. Processes left after that are not
   * tracked.
   */
  readonly detach: (how: { readonly terminate: boolean }) => Promise<void>;

  /** Resumes everything that is stopped. */
  readonly resume: () => Promise<Outcome<void>>;
  /** Requests a stop of everything; a `stopped` event reports when it happened. */
  readonly pause: () => Promise<Outcome<void>>;
  readonly step: (thread: number, mode: StepMode) => Promise<Outcome<void>>;

  /** Replaces all breakpoints of a file, before, during and after a launch. Returns the current state of each. */
  readonly setBreakpoints: (
    file: string,
    wanted: readonly WantedBreakpoint[],
  ) => Promise<Outcome<readonly BoundBreakpoint[]>>;
  /**
   * Sets at which exceptions to stop. The engine checks the type again: a backend that filters saves stops, which take
   * milliseconds each.
   */
  readonly setExceptions: (wanted: WantedExceptions) => Promise<Outcome<void>>;

  readonly threads: () => Promise<Outcome<readonly ThreadFacts[]>>;
  readonly stack: (thread: number, start: number, count: number) => Promise<Outcome<StackPage>>;
  readonly variables: (frame: FrameRef) => Promise<Outcome<readonly VariableFacts[]>>;
  /** For a value that has children. */
  readonly children: (
    value: ValueRef,
    page: { readonly start: number; readonly count: number },
  ) => Promise<Outcome<readonly VariableFacts[]>>;
  readonly evaluate: (frame: FrameRef, expression: string, timeoutMs: number) => Promise<Outcome<ValueFacts>>;
  /** `undefined` if the thread did not stop at an exception. */
  readonly exception: (thread: number) => Promise<Outcome<ExceptionFacts | undefined>>;
  /** Whether the thrown value has this type, or one derived from it. */
  readonly isException: (thread: number, type: string, includeSubtypes: boolean) => Promise<Outcome<boolean>>;

  readonly modules: () => Promise<Outcome<readonly ModuleFacts[]>>;
  readonly types: (module: string) => Promise<Outcome<readonly TypeFacts[]>>;
  readonly members: (type: string, module: string | undefined) => Promise<Outcome<MemberFacts>>;
  /** `target` is the name of a type, or an expression. */
  readonly layout: (target: string, frame: FrameRef) => Promise<Outcome<LayoutFacts>>;
  /** The address and size; `address` is `undefined` if the runtime has none. */
  readonly identity: (value: ValueRef) => Promise<Outcome<ObjectIdentity>>;
  readonly references: (
    value: ValueRef,
    direction: 'outbound' | 'inbound',
    most: number,
  ) => Promise<Outcome<ReferenceList>>;
  readonly readMemory: (address: bigint, size: number) => Promise<Outcome<MemoryFacts>>;
  /** The bytes of a buffer that an expression evaluates to; for debuggees without addresses. */
  readonly readBuffer?: (expression: string, size: number, frame: FrameRef) => Promise<Outcome<MemoryFacts>>;
  /** Completions for the beginning of an expression. */
  readonly complete: (frame: FrameRef, beginning: string) => Promise<Outcome<readonly string[]>>;
  /** The source files named by the debuggee's own debug information: only these may be shown. */
  readonly sources: () => Promise<Outcome<readonly string[]>>;

  /** Writes to the program's stdin; `NOT_SUPPORTED` if the backend attached to the program. */
  readonly write: (data: string) => Promise<Outcome<void>>;
  readonly endInput: () => Promise<Outcome<void>>;
  /** Called with every event, in order, until `detach` has resolved. */
  readonly onEvent: (listener: (event: BackendEvent) => void) => void;
}

export type BackendKind = 'node' | 'python' | 'native';
export type StepMode = 'in' | 'over' | 'out';
export type Outcome<Value> = Result<Value, DebugError>;

export interface BackendCapabilities {
  readonly memory: boolean;
  readonly inboundReferences: boolean;
  readonly layout: 'exact' | 'estimated' | 'none';
  readonly types: boolean;
  /** Whether tracepoints log without stopping the program. */
  readonly tracesInside: boolean;
}

export interface LaunchSpec {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Arguments of the runtime itself, before the program. */
  readonly runtimeArgs?: readonly string[];
  /** The runtime to run the program with. */
  readonly interpreter?: string | undefined;
  /** Whether to skip the code of libraries: no stops, and no frames. Only for Python. */
  readonly justMyCode?: boolean;
}

export interface ProcessFacts {
  readonly pid: number;
  readonly name: string;
  readonly executable: string;
  readonly runtimeVersion: string;
}

export interface WantedBreakpoint {
  /** The engine's id, which events refer to. */
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number | undefined;
  /** An expression in the debuggee's language; the program stops if it cannot be evaluated. */
  readonly condition: string | undefined;
  /** Stop or log only at these hits; counted by the backend if it can do so without stopping, else by the engine. */
  readonly hits: HitCondition | undefined;
  /** For a tracepoint: the parts of its message, texts and expressions. */
  readonly trace: readonly TracePart[] | undefined;
}

export interface WantedExceptions {
  readonly caught: boolean;
  readonly uncaught: boolean;
  /** Only these types; all if it is left out. */
  readonly types?: readonly ExceptionType[];
}

interface ExceptionType {
  readonly type: string;
  readonly includeSubtypes: boolean;
}

export type HitCondition =
  | { readonly kind: 'compare'; readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>='; readonly value: number }
  | { readonly kind: 'every'; readonly divisor: number; readonly remainder: number };

export type TracePart = { readonly text: string } | { readonly expression: string };

export interface BoundBreakpoint {
  readonly id: string;
  readonly isBound: boolean;
  /** The actual location. */
  readonly location: SourceLocation | undefined;
  /** Why it is not bound, or bound elsewhere, in a sentence. */
  readonly message: string | undefined;
  /** The nearest line with code, if the requested one has none. */
  readonly nearestLine: number | undefined;
}

export type BackendEvent =
  | {
      readonly kind: 'stopped';
      readonly thread: number;
      readonly reason: 'entry' | 'breakpoint' | 'step' | 'exception' | 'pause' | 'statement';
      /** Ids of the hit breakpoints; empty if the backend cannot tell, so that the engine compares locations. */
      readonly breakpoints: readonly string[];
      readonly location: SourceLocation | undefined;
      /** Whether every thread stopped too. */
      readonly allStopped: boolean;
      readonly isFirstChance?: boolean;
      /**
       * The hit count of the first of `breakpoints`, including this hit, if the backend counts hits and has applied
       * `hits` itself. Without it the engine counts each stop and checks the hit condition.
       */
      readonly hits?: number;
    }
  | { readonly kind: 'resumed'; readonly thread: number | undefined }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'bound'; readonly breakpoint: BoundBreakpoint }
  /** A tracepoint logged without stopping; `hits` counts all arrivals so far. */
  | {
      readonly kind: 'traced';
      readonly id: string;
      readonly thread: number;
      readonly message: string;
      readonly hits: number;
      readonly location: SourceLocation | undefined;
    }
  /** A breakpoint was hit without stopping, because of its hit condition. */
  | { readonly kind: 'passed'; readonly id: string; readonly hits: number }
  /** A condition could not be evaluated at the hit with this number, so the program stops there. */
  | { readonly kind: 'condition-failed'; readonly id: string; readonly hits: number; readonly message: string }
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly data: Buffer }
  /** The debugger itself is gone: its program died, or its connection broke. */
  | { readonly kind: 'lost'; readonly message: string };
