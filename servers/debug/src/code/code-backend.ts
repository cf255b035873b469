import type { DebugError } from '../errors.ts';
import type { Result } from '../result.ts';

/**
 * Answers questions about the sources of one workspace. Positions are 1-based. Nothing rejects, and every method has a
 * deadline.
 */
export interface CodeBackend {
  readonly kind: 'typescript' | 'python' | 'cpp';
  /** All languages, if there are several. */
  readonly languages?: readonly CodeBackend['kind'][];
  /** Why a language of the workspace was left out. */
  readonly problems?: readonly string[];
  readonly projects: readonly CodeProject[];
  readonly definition: (at: CodePosition, deadline: AbortSignal) => Promise<Found<Definition>>;
  readonly usages: (of: SymbolQuery, deadline: AbortSignal) => Promise<Found<Usages>>;
  readonly assignments: (of: SymbolQuery, deadline: AbortSignal) => Promise<Found<Assignments>>;
  readonly diagnostics: (project: string | undefined, deadline: AbortSignal) => Promise<Found<readonly Diagnostic[]>>;
  readonly close: () => Promise<void>;
}

export type Found<Value> = Result<Value, DebugError>;

export interface CodeProject {
  readonly name: string;
  readonly path: string;
  readonly documentsCount: number;
  readonly targetFramework: string | null;
}

export interface CodePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeRange extends CodePosition {
  readonly endLine: number;
  readonly endColumn: number;
}

/** By position, or by name and kind. */
export type SymbolQuery = CodePosition | { readonly name: string; readonly kind: string | undefined };

export interface CodeSymbol {
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly kind: string;
  readonly containingType: string | null;
  readonly containingNamespace: string | null;
  readonly declaration: CodePosition | null;
}

export interface Definition {
  readonly symbol: CodeSymbol;
  readonly definitions: readonly (CodeRange & {
    /** Whether it is in the workspace rather than in a library. */
    readonly isSource: boolean;
    readonly packageName: string | null;
    readonly packageVersion: string | null;
  })[];
}

export interface Usages {
  readonly symbol: CodeSymbol;
  readonly usages: readonly (CodeRange & {
    readonly context: string;
    readonly kind: 'Read' | 'Write' | 'Declaration' | 'Reference';
  })[];
}

export interface Assignments {
  readonly symbol: CodeSymbol;
  readonly assignments: readonly (CodeRange & {
    readonly kind:
      | 'Simple'
      | 'Compound'
      | 'Increment'
      | 'Decrement'
      | 'OutParameter'
      | 'RefParameter'
      | 'Initializer'
      | 'Declaration';
    readonly context: string;
    readonly valueExpression: string | null;
    readonly operator: string;
  })[];
}

export interface Diagnostic {
  readonly id: string;
  readonly message: string;
  readonly severity: 'Error' | 'Warning' | 'Info' | 'Hidden';
  readonly category: string | null;
  readonly range: CodeRange | null;
  readonly project: string;
  readonly helpLink: string | null;
}
