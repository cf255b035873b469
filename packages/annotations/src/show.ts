const MAX_SHOWN = 80;

/** A value from the wire inside a sentence: as JSON, never endless, never too deep to print. */
export function show(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'undefined';
  } catch {
    // Nested so deeply that printing it overflows the stack, or not JSON at all.
    return 'something that cannot be shown';
  }
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
