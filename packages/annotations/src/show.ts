const MAX_SHOWN = 80;

/** A value from the wire for use in a sentence: as JSON, truncated, safe for deep nesting. */
export function show(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'undefined';
  } catch {
    // Nested so deeply that printing overflows the stack, or not JSON.
    return 'a value that cannot be printed';
  }
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
