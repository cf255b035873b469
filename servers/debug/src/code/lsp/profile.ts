import type { CodeBackend, CodePosition, CodeProject, CodeRange, CodeSymbol, Found } from '../code-backend.ts';
import type { Write } from '../symbol/write.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import type { LspDiagnostic } from './protocol.ts';
import type { ServerSpec } from './server-process.ts';
import type { Session } from './session.ts';

/** What is particular to one language server. */
export interface LspProfile {
  readonly kind: CodeBackend['kind'];
  readonly isSource: (name: string) => boolean;
  readonly languageId: (file: string) => string;
  readonly settings: Readonly<Record<string, object>>;
  /** Finds the server, and makes what it needs. `dispose` is called once it has ended. */
  readonly start: (wanted: Wanted) => Promise<Found<ServerSpec & { readonly dispose: () => Promise<void> }>>;
  /** Waits until it knows the whole workspace. */
  readonly prepare: (session: Session, deadline: AbortSignal) => Promise<Found<void>>;
  /** Something has changed on disk. */
  readonly changed: (session: Session) => Promise<void>;
  readonly project: (session: Session) => CodeProject;
  readonly symbolAt: (session: Session, at: CodePosition, deadline: AbortSignal) => Promise<Found<Known | undefined>>;
  /** Every symbol whose full name is the name or ends with it. */
  readonly candidates: (session: Session, name: string, deadline: AbortSignal) => Promise<Found<readonly Known[]>>;
  readonly diagnosedFiles: (session: Session) => readonly string[];
  readonly diagnosticsOf: (
    session: Session,
    file: string,
    deadline: AbortSignal,
  ) => Promise<Found<readonly LspDiagnostic[]>>;
  /** How a place gives the symbol a value, for the places that may. */
  readonly writeAt: (
    session: Session,
    symbol: Known,
    at: Usage,
    deadline: AbortSignal,
  ) => Promise<Found<Write | undefined>>;
  /** The library that a file belongs to which is not of the workspace. */
  readonly packageOf: (file: string) => Promise<{ readonly name: string; readonly version: string | null } | undefined>;
}

/** A symbol, with every place that declares it. */
export interface Known {
  readonly symbol: CodeSymbol;
  readonly declarations: readonly CodeRange[];
  /** Where it was asked for. Of a library, servers find what uses it only from a place in the workspace. */
  readonly origin: CodePosition;
}

/** A place that means a symbol, and what the server says about it. */
export interface Usage extends CodeRange {
  readonly text: string;
  readonly isWrite: boolean;
  readonly isRead: boolean;
  readonly isDeclaration: boolean;
}
