/**
 * A value as JSON that a person reads. What is nested deeper than a browser can write out is said to be so.
 *
 * @example
 * jsonText({ a: 1 }) // '{\n  "a": 1\n}'
 */
export function jsonText(value: unknown, indent = 2): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'undefined';
  } catch {
    return '"This is nested too deeply to be written out."';
  }
}
