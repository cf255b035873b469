import type {
  Assignments,
  CodePosition,
  CodeProject,
  Definition,
  Diagnostic,
  Found,
  SymbolQuery,
  Usages,
} from '../code-backend.ts';

/** Every request to the thread, with the type of its answer. */
export interface Answers {
  readonly load: undefined;
  readonly definition: Definition;
  readonly usages: Usages;
  readonly assignments: Assignments;
  readonly diagnostics: readonly Diagnostic[];
}

export type Question =
  | { readonly kind: 'load' }
  | { readonly kind: 'definition'; readonly at: CodePosition }
  | { readonly kind: 'usages' | 'assignments'; readonly of: SymbolQuery }
  | { readonly kind: 'diagnostics'; readonly project: string | undefined };

export interface Order {
  readonly id: number;
  readonly question: Question;
  /** Set to non-zero to cancel: a busy thread handles no messages, but it can check this shared memory. */
  readonly cancelled: Int32Array;
}

export interface Report {
  readonly id: number;
  readonly answer: Found<Answers[keyof Answers]>;
  readonly projects: readonly CodeProject[];
}
