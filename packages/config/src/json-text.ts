import { err, ok, type Result } from '@toolmark/annotations';
import { MAX_DEPTH } from '@toolmark/reach';
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A parsed JSON text: its value, and the syntax tree with positions. */
export interface JsonText {
  readonly value: unknown;
  readonly tree: Node;
}

/** A syntax error with its position. It never quotes the text, because configs contain secrets. */
export interface TextProblem {
  readonly offset: number;
  readonly message: string;
}

/**
 * Parses JSON with comments and trailing commas, as editors and other clients write it. The text has no byte order
 * mark.
 *
 * @example
 * parseJsonText('{ "a": [1, 2,], // two\n }') // { ok: true, value: { value: { a: [1, 2] }, tree: … } }
 */
export function parseJsonText(text: string): Result<JsonText, readonly TextProblem[]> {
  const tooDeep = offsetOfTooDeep(text);
  if (tooDeep !== undefined) return err([{ offset: tooDeep, message: `is nested deeper than ${MAX_DEPTH} levels` }]);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const problems = errors.map(({ error, offset }) => ({
    offset,
    message: explainParseError(printParseErrorCode(error)),
  }));
  if (tree === undefined || problems.length > 0) return err(problems);
  return ok({ value: toValue(tree), tree });
}

/**
 * Converts an offset to line and column for a person.
 *
 * @example
 * placeIn('{\n  x', 4) // 'line 2, column 3'
 */
export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return `line ${before.split('\n').length}, column ${offset - start + 1}`;
}

/** Returns the first problem of a text as the end of a sentence. */
export function describeTextProblems(text: string, problems: readonly TextProblem[]): string {
  const [first] = problems;
  const where = first === undefined ? '' : ` at ${placeIn(text, first.offset)}: ${first.message}`;
  return `is not valid JSON${where}`;
}

/** Converts a syntax tree to a value. `__proto__` becomes an ordinary key. */
export function toValue(node: Node): unknown {
  switch (node.type) {
    case 'object': {
      const object = {};
      for (const { children = [] } of node.children ?? []) {
        const [key, value] = children;
        if (key === undefined || value === undefined) continue;
        const property = { value: toValue(value), enumerable: true, configurable: true, writable: true };
        Object.defineProperty(object, String(key.value), property);
      }
      return object;
    }
    case 'array':
      return (node.children ?? []).map(toValue);
    default:
      return node.value;
  }
}

/** Checked before parsing, because the parser recurses once per level. */
function offsetOfTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) depth++;
    else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) depth--;
    if (depth > MAX_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

/** Copied, because the library has them in a `const enum`, which does not exist at run time. */
export const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

const EXPLANATIONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not JSON; texts are in double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a key in double quotes should be here',
  ValueExpected: 'a value should be here',
  ColonExpected: 'a colon should be here',
  CommaExpected: 'a comma should be here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is more after the end',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a text does not end; it needs a closing double quote',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'this is not a \\u sequence',
  InvalidEscapeCharacter: 'this character cannot follow a backslash; write \\\\ for a backslash',
  InvalidCharacter: 'a text holds a control character',
};

const explainParseError = (code: string): string => EXPLANATIONS[code] ?? 'this is not JSON';
