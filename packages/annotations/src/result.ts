/**
 * An expected outcome as a value. Bad input is not exceptional here, so nothing that parses input throws.
 *
 * @example
 * const table = parseTable(text);
 * if (!table.ok) for (const problem of table.error) console.error(problem.message);
 */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

/** One thing that is wrong with some input, with the place where it stands. */
export interface Problem {
  /** Where, for a person: `line 12`, `tools[3].readOnlyHint`. Empty when it is the whole input. */
  readonly path: string;
  readonly message: string;
}

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function err<Error>(error: Error): { readonly ok: false; readonly error: Error } {
  return { ok: false, error };
}

/** What a thing that was thrown has to say. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
