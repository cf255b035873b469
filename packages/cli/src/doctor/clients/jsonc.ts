/** A string, a comment, or a comma with nothing but space and comments before a closing bracket. */
const PIECES = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*.*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*.*?\*\/)*[}\]])/gs;

/**
 * Reads JSON as editors write it, with comments and commas too many. `undefined` where it is none of it.
 *
 * @example
 * parseJsonc('{ "a": [1, 2,], // two\n }') // { a: [1, 2] }
 */
export function parseJsonc(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain);
  } catch {
    // Then perhaps with comments.
  }
  try {
    return JSON.parse(plain.replace(PIECES, (_piece, string: string | undefined) => string ?? ' '));
  } catch {
    return undefined;
  }
}
