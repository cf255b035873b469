/** An expected failure as a value. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });
export const err = <Problem>(error: Problem): { readonly ok: false; readonly error: Problem } => ({ ok: false, error });
