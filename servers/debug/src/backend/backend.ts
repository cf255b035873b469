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
 * One debuggee under one debugger. The engine above it knows nothing of protocols; a backend knows nothing of MCP, of breakpoint
 * ids or of waiting. Every method settles within its own deadline, and none rejects: what fails is a value.
 */
export interface Backend {
  readonly kind: BackendKind;
  readonly can: BackendCapabilities;
  /** Starts the program and holds it at its first line. Everything that it started has ended when this fails. */
  readonly launch: (spec: LaunchSpec, deadline: AbortSignal) => Promise<Outcome<ProcessFacts>>;
  /** Attaches to a running process, which goes on running. */
  readonly attach: (pid: number, deadline: AbortSignal) => Promise<Outcome<ProcessFacts>>;
  /** Lets go, or ends it and everything it has started. What is left after that is nobody's. Never takes longer than ten seconds. */
  readonly detach: (how: { readonly terminate: boolean }) => Promise<void>;

  /** Lets everything that is stopped run. */
  readonly resume: () => Promise<Outcome<void>>;
  /** Asks everything to stop; `stopped` tells when it has. */
  readonly pause: () => Promise<Outcome<void>>;
  readonly step: (thread: number, mode: StepMode) => Promise<Outcome<void>>;

  /** All breakpoints of a file as they shall be from now on, before, during and after a launch. What is known of each at once. */
  readonly setBreakpoints: (
    file: string,
    wanted: readonly WantedBreakpoint[],
  ) => Promise<Outcome<readonly BoundBreakpoint[]>>;
  /** At which exceptions to stop at all; the engine sorts out which types are meant. */
  readonly setExceptions: (wanted: { readonly caught: boolean; readonly uncaught: boolean }) => Promise<Outcome<void>>;

  readonly threads: () => Promise<Outcome<readonly ThreadFacts[]>>;
  readonly stack: (thread: number, start: number, count: number) => Promise<Outcome<StackPage>>;
  readonly variables: (frame: FrameRef) => Promise<Outcome<readonly VariableFacts[]>>;
  /** Of a value that has some. */
  readonly children: (
    value: ValueRef,
    page: { readonly start: number; readonly count: number },
  ) => Promise<Outcome<readonly VariableFacts[]>>;
  readonly evaluate: (frame: FrameRef, expression: string, timeoutMs: number) => Promise<Outcome<ValueFacts>>;
  /** `undefined` where the thread did not stop at an exception. */
  readonly exception: (thread: number) => Promise<Outcome<ExceptionFacts | undefined>>;
  /** Whether what was thrown is of a type or of one that derives from it. */
  readonly isException: (thread: number, type: string, includeSubtypes: boolean) => Promise<Outcome<boolean>>;

  readonly modules: () => Promise<Outcome<readonly ModuleFacts[]>>;
  readonly types: (module: string) => Promise<Outcome<readonly TypeFacts[]>>;
  readonly members: (type: string, module: string | undefined) => Promise<Outcome<MemberFacts>>;
  /** `target` is the name of a type, or an expression. */
  readonly layout: (target: string, frame: FrameRef) => Promise<Outcome<LayoutFacts>>;
  /** Where it is and how large; `address` is `undefined` where the runtime has none to give. */
  readonly identity: (value: ValueRef) => Promise<Outcome<ObjectIdentity>>;
  readonly references: (
    value: ValueRef,
    direction: 'outbound' | 'inbound',
    most: number,
  ) => Promise<Outcome<ReferenceList>>;
  readonly readMemory: (address: bigint, size: number) => Promise<Outcome<MemoryFacts>>;
  /** The bytes of what an expression gives, where it is a buffer; for debuggees without addresses. */
  readonly readBuffer?: (expression: string, size: number, frame: FrameRef) => Promise<Outcome<MemoryFacts>>;
  /** What could follow a beginning of an expression. */
  readonly complete: (frame: FrameRef, beginning: string) => Promise<Outcome<readonly string[]>>;
  /** Source files that the debuggee's own debug information names: only these may be shown. */
  readonly sources: () => Promise<Outcome<readonly string[]>>;

  /** To the program's stdin; `NOT_SUPPORTED` where it was attached to. */
  readonly write: (data: string) => Promise<Outcome<void>>;
  readonly endInput: () => Promise<Outcome<void>>;
  /** Called with everything that happens, in order, until `detach` has resolved. */
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
}

export interface ProcessFacts {
  readonly pid: number;
  readonly name: string;
  readonly executable: string;
  readonly runtimeVersion: string;
}

export interface WantedBreakpoint {
  /** The engine's id, which comes back in events. */
  readonly id: string;
  /** From 1. */
  readonly line: number;
  readonly column: number | undefined;
  /** An expression of the debuggee; one that cannot be evaluated stops. */
  readonly condition: string | undefined;
  /** Stop, or log, at these hits only; counted by the backend where it can do that without stopping, else by the engine. */
  readonly hits: HitCondition | undefined;
  /** Of a tracepoint: the parts of its message, texts and expressions in turn. */
  readonly trace: readonly TracePart[] | undefined;
}

export type HitCondition =
  | { readonly kind: 'compare'; readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>='; readonly value: number }
  | { readonly kind: 'every'; readonly divisor: number; readonly remainder: number };

export type TracePart = { readonly text: string } | { readonly expression: string };

export interface BoundBreakpoint {
  readonly id: string;
  readonly isBound: boolean;
  /** Where it really is. */
  readonly location: SourceLocation | undefined;
  /** Why it is not bound, or elsewhere, in a sentence. */
  readonly message: string | undefined;
  /** The nearest line with code, where the one that was asked for has none. */
  readonly nearestLine: number | undefined;
}

export type BackendEvent =
  | {
      readonly kind: 'stopped';
      readonly thread: number;
      readonly reason: 'entry' | 'breakpoint' | 'step' | 'exception' | 'pause' | 'statement';
      /** Ids of breakpoints that were hit; empty where the backend cannot tell, then the engine compares places. */
      readonly breakpoints: readonly string[];
      readonly location: SourceLocation | undefined;
      /** Whether every thread stopped with it. */
      readonly allStopped: boolean;
      readonly isFirstChance?: boolean;
      /**
       * Arrivals at the first of `breakpoints` so far, this one included, where the backend counts them and has obeyed `hits`
       * itself. Without it each stop is one arrival more, and the engine looks at the hit condition.
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
  /** A breakpoint was passed without stopping, because its condition was false. */
  | { readonly kind: 'passed'; readonly id: string; readonly hits: number }
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly data: Buffer }
  /** The debugger itself is gone: its program died, or its connection broke. */
  | { readonly kind: 'lost'; readonly message: string };
