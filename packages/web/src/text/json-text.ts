/**
 * Formats a value as JSON. Values nested deeper than the browser's stack are replaced by a note.
 *
 * @example
 * jsonText({ a: 1 }) // '{\n  "a": 1\n}'
 */
export function jsonText(value: unknown, indent = 2): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'undefined';
  } catch {
    return '"Nested too deeply to be shown."';
  }
}
