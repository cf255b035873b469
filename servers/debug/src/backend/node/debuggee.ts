import type { BackendEvent, ProcessFacts } from '../backend.ts';
import type { BreakpointBook } from './breakpoint/breakpoint-book.ts';
import type { CdpSession } from './cdp/dispatcher.ts';
import type { Protocol } from './cdp/protocol.ts';
import type { Handles } from './inspect/handles.ts';
import type { ScriptTable } from './source/script-table.ts';
import type { SourceMaps } from './source/source-maps.ts';

/** Everything that is known of the process that is debugged, shared by the parts of the backend. */
export interface Debuggee {
  readonly facts: ProcessFacts;
  readonly main: CdpSession;
  readonly threads: Map<number, JsThread>;
  readonly maps: SourceMaps;
  readonly breakpoints: BreakpointBook;
  readonly emit: (event: BackendEvent) => void;
  /** The file that runs. */
  readonly program: string;
  /** Folder that names of modules are relative to. */
  readonly root: string;
  /** Whether it waits at its first line for us. */
  readonly isLaunched: boolean;
  exceptions: { readonly caught: boolean; readonly uncaught: boolean };
}

/** An isolate: the main thread, or a worker. */
export interface JsThread {
  readonly id: number;
  readonly name: string;
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  /** Of the stop that it is in. */
  pause: Pause | undefined;
  /** What it was told to do last, which is why it stops next. */
  asked: Asked;
  /** Breakpoints whose conditions held since it last ran. */
  readonly held: Set<string>;
  hasEntered: boolean;
  /** Steps taken on by ourselves through code that has no source. */
  stepsOn: number;
}

type Asked =
  /** To come from the beginning of a module to its first statement. */
  | { readonly kind: 'enter' }
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | {
      readonly kind: 'step';
      readonly mode: 'in' | 'over' | 'out' /** Of the stack where it began. */;
      readonly depth: number;
    };

export interface Pause {
  /** Without the debugger's own. */
  readonly frames: readonly Protocol.Debugger.CallFrame[];
  /** The debugger's own, where nothing else runs: a place to evaluate in. */
  readonly own: Protocol.Debugger.CallFrame | undefined;
  readonly parents: readonly Protocol.Runtime.CallFrame[];
  readonly exception: ThrownException | undefined;
  readonly handles: Handles;
}

export interface ThrownException {
  readonly value: Protocol.Runtime.RemoteObject;
  readonly isUncaught: boolean;
}
