/*
 * Changes a number in a config and keeps comments, order and layout. Understands just enough JSON with comments to find
 * the place, and returns `undefined` otherwise; the gateway checks the whole text before it writes the file.
 */

interface Member {
  readonly key: string;
  /** The start of the value. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the number at a path; `undefined` if there is none.
 *
 * @example
 * numberAt('{ "record": { "retention": { "days": 30 } } }', ['record', 'retention', 'days']) // 30
 */
export function numberAt(text: string, path: readonly string[]): number | undefined {
  let at = skip(text, 0);
  for (const key of path) {
    const member = membersOf(text, at)?.findLast((one) => one.key === key);
    if (member === undefined) return undefined;
    at = member.start;
  }
  const source = text.slice(at, endOfValue(text, at));
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source) ? Number(source) : undefined;
}

/** Writes a number at a path, creating the objects on the way; `undefined` if that is not possible. */
export function setNumber(text: string, path: readonly [string, ...string[]], value: number): string | undefined {
  let at = skip(text, 0);
  for (const [index, key] of path.entries()) {
    const members = membersOf(text, at);
    if (members === undefined) return undefined;
    const member = members.findLast((one) => one.key === key);
    if (member === undefined) return addMember(text, at, members, path.slice(index), value);
    at = member.start;
  }
  const end = endOfValue(text, at);
  if (end === undefined || text[at] === '{' || text[at] === '[') return undefined;
  return `${text.slice(0, at)}${value}${text.slice(end)}`;
}

function addMember(
  text: string,
  at: number,
  members: readonly Member[],
  path: readonly string[],
  value: number,
): string | undefined {
  const close = endOfValue(text, at);
  if (close === undefined) return undefined;
  const last = members.at(-1);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isOneLine = !text.slice(at, close).includes('\n') && at !== skip(text, 0);
  const outer = indentAt(text, at);
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const indent = last === undefined ? outer + unit : indentAt(text, last.start);
  const gap = isOneLine ? ' ' : eol + indent;
  const member = print(path, value, isOneLine ? undefined : { eol, indent, unit });
  if (last === undefined) {
    const inside = text.slice(at + 1, close - 1);
    // Comments in an empty object stay before the new member.
    return `${text.slice(0, at + 1)}${inside.trimEnd()}${gap}${member}${isOneLine ? ' ' : eol + outer}${text.slice(close - 1)}`;
  }
  const comma = skip(text, last.end);
  const hasComma = text[comma] === ',';
  const rest = hasComma ? comma + 1 : last.end;
  const lineEnd =
    rest + (/^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))+/.exec(text.slice(rest, close))?.[0].length ?? 0);
  const before = hasComma ? text.slice(0, lineEnd) : `${text.slice(0, last.end)},${text.slice(last.end, lineEnd)}`;
  return `${before}${gap}${member}${hasComma ? ',' : ''}${text.slice(lineEnd)}`;
}

interface Layout {
  readonly eol: string;
  readonly indent: string;
  readonly unit: string;
}

function print([key = '', ...rest]: readonly string[], value: number, layout: Layout | undefined): string {
  if (rest.length === 0) return `${JSON.stringify(key)}: ${value}`;
  const inner = layout && { ...layout, indent: layout.indent + layout.unit };
  const [open, close] = layout && inner ? [layout.eol + inner.indent, layout.eol + layout.indent] : [' ', ' '];
  return `${JSON.stringify(key)}: {${open}${print(rest, value, inner)}${close}}`;
}

function membersOf(text: string, at: number): readonly Member[] | undefined {
  if (text[at] !== '{') return undefined;
  const members: Member[] = [];
  let here = skip(text, at + 1);
  while (text[here] === '"') {
    const keyEnd = endOfValue(text, here);
    const colon = keyEnd === undefined ? -1 : skip(text, keyEnd);
    if (keyEnd === undefined || text[colon] !== ':') return undefined;
    const start = skip(text, colon + 1);
    const end = endOfValue(text, start);
    if (end === undefined || end === start) return undefined;
    members.push({ key: unquote(text.slice(here, keyEnd)), start, end });
    here = skip(text, end);
    if (text[here] !== ',') break;
    here = skip(text, here + 1);
  }
  return text[here] === '}' ? members : undefined;
}

/** The end of the value that starts here; `undefined` if there is none. */
function endOfValue(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[')
    return start + (/^[^\s,:{}[\]"/]*/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
  let depth = 0;
  for (let here = start; here < text.length; here = skip(text, here)) {
    const character = text[here];
    if (character === '"') {
      const end = endOfString(text, here);
      if (end === undefined) return undefined;
      here = end;
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    here++;
    if (depth === 0) return here;
  }
  return undefined;
}

function endOfString(text: string, start: number): number | undefined {
  for (let here = start + 1; here < text.length && text[here] !== '\n'; here++) {
    if (text[here] === '\\') here++;
    else if (text[here] === '"') return here + 1;
  }
  return undefined;
}

/** Skips whitespace and comments. */
function skip(text: string, from: number): number {
  let here = from;
  for (;;) {
    while (here < text.length && /\s|\uFEFF/.test(text.charAt(here))) here++;
    if (text.startsWith('//', here)) here = indexAfter(text, '\n', here);
    else if (text.startsWith('/*', here)) here = indexAfter(text, '*/', here + 2);
    else return here;
  }
}

function indexAfter(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found === -1 ? text.length : found + wanted.length;
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';

function unquote(source: string): string {
  try {
    return String(JSON.parse(source));
  } catch {
    return source;
  }
}
