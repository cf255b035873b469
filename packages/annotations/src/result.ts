/**
 * An expected outcome as a value: parsers return it instead of throwing, because bad input is normal.
 *
 * @example
 * const table = parseTable(text);
 * if (!table.ok) for (const problem of table.error) console.error(problem.message);
 */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

/** One problem in some input, with its place. */
export interface Problem {
  /** The place, for people: `line 12`, `tools[3].readOnlyHint`. Empty for the whole input. */
  readonly path: string;
  readonly message: string;
}

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function err<Error>(error: Error): { readonly ok: false; readonly error: Error } {
  return { ok: false, error };
}

/** Whether a thrown value is an error with this code: `hasCode(error, 'ENOENT')`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The message of a thrown value. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
