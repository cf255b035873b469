import type { CodeBackend, CodePosition, CodeProject, CodeRange, CodeSymbol, Found } from '../code-backend.ts';
import type { Write } from '../symbol/write.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import type { LspDiagnostic } from './protocol.ts';
import type { ServerSpec } from './server-process.ts';
import type { Session } from './session.ts';

/** The server-specific part of a language server backend. */
export interface LspProfile {
  readonly kind: CodeBackend['kind'];
  readonly isSource: (name: string) => boolean;
  readonly languageId: (file: string) => string;
  readonly settings: Readonly<Record<string, object>>;
  /** Finds the server and creates its temporary files. `dispose` is called after it has exited. */
  readonly start: (wanted: Wanted) => Promise<Found<ServerSpec & { readonly dispose: () => Promise<void> }>>;
  /** Waits until the server has read the whole workspace. */
  readonly prepare: (session: Session, deadline: AbortSignal) => Promise<Found<void>>;
  /** Called after files changed on disk. */
  readonly changed: (session: Session) => Promise<void>;
  readonly project: (session: Session) => CodeProject;
  readonly symbolAt: (session: Session, at: CodePosition, deadline: AbortSignal) => Promise<Found<Known | undefined>>;
  /** Every symbol whose full name equals the name or ends with it. */
  readonly candidates: (session: Session, name: string, deadline: AbortSignal) => Promise<Found<readonly Known[]>>;
  readonly diagnosedFiles: (session: Session) => readonly string[];
  readonly diagnosticsOf: (
    session: Session,
    file: string,
    deadline: AbortSignal,
  ) => Promise<Found<readonly LspDiagnostic[]>>;
  /** The assignment at a usage, for usages that may assign. */
  readonly writeAt: (
    session: Session,
    symbol: Known,
    at: Usage,
    deadline: AbortSignal,
  ) => Promise<Found<Write | undefined>>;
  /** The library of a file outside the workspace. */
  readonly packageOf: (file: string) => Promise<{ readonly name: string; readonly version: string | null } | undefined>;
}

/** A symbol with all its declarations. */
export interface Known {
  readonly symbol: CodeSymbol;
  readonly declarations: readonly CodeRange[];
  /** The queried position. For a library symbol, servers find usages only from a position in the workspace. */
  readonly origin: CodePosition;
}

/** A usage of a symbol, with the server's classification. */
export interface Usage extends CodeRange {
  readonly text: string;
  readonly isWrite: boolean;
  readonly isRead: boolean;
  readonly isDeclaration: boolean;
}
