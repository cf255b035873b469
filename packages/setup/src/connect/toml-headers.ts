/** The header of a table in a text of TOML. */
export interface TomlHeader {
  /** Where its line begins. */
  readonly offset: number;
  readonly keys: readonly string[];
  /** `[[name]]`: one of several. */
  readonly isList: boolean;
}

/** What a line may go through; the long strings first, whose quotes look like two short ones. */
const PIECES = /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]/g;

/**
 * Where each table of a valid text begins. Brackets in strings, comments and lists are no headers.
 *
 * @example
 * headersIn('[a."b.c"]\nx = ["[d]"]') // [{ offset: 0, keys: ['a', 'b.c'], isList: false }]
 */
export function headersIn(text: string): readonly TomlHeader[] {
  const headers: TomlHeader[] = [];
  let depth = 0;
  let lineStart = 0;
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    if (piece === '\n') {
      lineStart = index + 1;
      continue;
    }
    const isHeader = piece === '[' && depth === 0 && text.slice(lineStart, index).trim() === '';
    if (isHeader) headers.push(toHeader(text, lineStart, index));
    if (piece === '[' || piece === '{') depth += 1;
    if (piece === ']' || piece === '}') depth -= 1;
    // A string over several lines begins none of them anew: what follows it stands in the line of its key.
  }
  return headers;
}

function toHeader(text: string, offset: number, bracket: number): TomlHeader {
  const isList = text[bracket + 1] === '[';
  const [inside = ''] =
    /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\]"'\n])*/.exec(text.slice(bracket + (isList ? 2 : 1))) ?? [];
  return { offset, keys: keysOf(inside), isList };
}

function keysOf(inside: string): readonly string[] {
  return (inside.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s."']+/g) ?? []).map((key) => {
    if (key.startsWith("'")) return key.slice(1, -1);
    return key.startsWith('"') ? unquoted(key) : key;
  });
}

/** Escapes are nearly those of JSON; a name with another one is not one of ours. */
function unquoted(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
