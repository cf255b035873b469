/** A table header in a TOML text. */
export interface TomlHeader {
  /** The start of its line. */
  readonly offset: number;
  readonly keys: readonly string[];
  /** `[[name]]`: an array of tables. */
  readonly isList: boolean;
}

/** The tokens of a line; multi-line strings first, because their quotes look like two short strings. */
const TOKENS = /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]/g;

/**
 * Finds the table headers of a valid text. Brackets in strings, comments and arrays are not headers.
 *
 * @example
 * headersIn('[a."b.c"]\nx = ["[d]"]') // [{ offset: 0, keys: ['a', 'b.c'], isList: false }]
 */
export function headersIn(text: string): readonly TomlHeader[] {
  const headers: TomlHeader[] = [];
  let depth = 0;
  let lineStart = 0;
  for (const { 0: piece, index } of text.matchAll(TOKENS)) {
    if (piece === '\n') {
      lineStart = index + 1;
      continue;
    }
    const isHeader = piece === '[' && depth === 0 && text.slice(lineStart, index).trim() === '';
    if (isHeader) headers.push(toHeader(text, lineStart, index));
    if (piece === '[' || piece === '{') depth += 1;
    if (piece === ']' || piece === '}') depth -= 1;
    // A multi-line string does not start a new line: the text after it is on the line of its key.
  }
  return headers;
}

function toHeader(text: string, offset: number, bracket: number): TomlHeader {
  const isList = text[bracket + 1] === '[';
  const [inside = ''] =
    /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\]"'\n])*/.exec(text.slice(bracket + (isList ? 2 : 1))) ?? [];
  return { offset, keys: parseKeys(inside), isList };
}

function parseKeys(inside: string): readonly string[] {
  return (inside.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s."']+/g) ?? []).map((key) => {
    if (key.startsWith("'")) return key.slice(1, -1);
    return key.startsWith('"') ? unquote(key) : key;
  });
}

/** TOML escapes are nearly those of JSON; a name with other escapes is not ours. */
function unquote(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
