import type { BackendEvent, ProcessFacts, WantedExceptions } from '../backend.ts';
import type { BreakpointRegistry } from './breakpoint/breakpoint-registry.ts';
import type { CdpSession } from './cdp/dispatcher.ts';
import type { Protocol } from './cdp/protocol.ts';
import type { Handles } from './inspect/handles.ts';
import type { ScriptTable } from './source/script-table.ts';
import type { SourceMaps } from './source/source-maps.ts';

/** The state of the debugged process, shared by the parts of the backend. */
export interface Debuggee {
  readonly facts: ProcessFacts;
  readonly main: CdpSession;
  readonly threads: Map<number, JsThread>;
  readonly maps: SourceMaps;
  readonly breakpoints: BreakpointRegistry;
  readonly emit: (event: BackendEvent) => void;
  /** The file that runs. */
  readonly program: string;
  /** The folder to which module names are relative. */
  readonly root: string;
  /** Whether it waits for us at its first line. */
  readonly isLaunched: boolean;
  exceptions: WantedExceptions;
}

/** An isolate: the main thread, or a worker. */
export interface JsThread {
  readonly id: number;
  readonly name: string;
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  /** The current stop. */
  pause: Pause | undefined;
  /** The last command, which is the reason for the next stop. */
  asked: Asked;
  /** Breakpoints whose condition was true since the last resume. */
  readonly held: Set<string>;
  /** Resolved at its first stop in the program. */
  readonly entered: PromiseWithResolvers<void>;
  /** Exceptions of other types than wanted: their class and where they were thrown. */
  readonly otherExceptions: Set<string>;
  /** The number of automatic steps through code without source. */
  stepsOn: number;
}

type Asked =
  /** Runs from the start of the main module to its first statement, where this breakpoint is. */
  | { readonly kind: 'enter'; readonly breakpoint: string | undefined }
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | {
      readonly kind: 'step';
      readonly mode: 'in' | 'over' | 'out' /** The stack depth at the start of the step. */;
      readonly depth: number;
    };

export interface Pause {
  /** Without the debugger's own frames. */
  readonly frames: readonly Protocol.Debugger.CallFrame[];
  /** The debugger's own frame if the program is idle: a context for evaluation. */
  readonly own: Protocol.Debugger.CallFrame | undefined;
  readonly parents: readonly Protocol.Runtime.CallFrame[];
  readonly exception: ThrownException | undefined;
  readonly handles: Handles;
}

export interface ThrownException {
  readonly value: Protocol.Runtime.RemoteObject;
  readonly isUncaught: boolean;
}
