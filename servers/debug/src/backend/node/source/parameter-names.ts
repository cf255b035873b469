/**
 * The names bound by a function's parameters, parsed from its text at the inspector's start offset, which is at the
 * parameter list or at a single parameter. The caller compares them with the frame's variables, so a wrong guess is
 * harmless.
 *
 * @example
 * parameterNames('(a, { b, c: d }, ...rest) { }', 0) // ['a', 'b', 'd', 'rest']
 */
export function parameterNames(text: string, start: number): readonly string[] {
  const list = parameterList(text, start);
  if (list === undefined) return [];
  const names: string[] = [];
  // In a pattern, a name before a colon is a property, not a variable; a default value follows `=`.
  const code = withoutValues(withoutStrings(list));
  for (const match of code.matchAll(/([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(:)?/gu)) {
    if (match[2] === undefined && match[1] !== undefined) names.push(match[1]);
  }
  return names;
}

function parameterList(text: string, start: number): string | undefined {
  const open = text.slice(start).search(/\S/) + start;
  if (text[open] !== '(') return /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*=>)/u.exec(text.slice(open))?.[0];
  const end = closing(text, open);
  return end === undefined ? undefined : text.slice(open + 1, end);
}

const CLOSES: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const skipped = endOfText(text, at);
    if (skipped !== undefined) at = skipped;
    else depth += CLOSES[text.charAt(at)] ?? 0;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The last character of the string or comment that starts here. */
function endOfText(text: string, at: number): number | undefined {
  const character = text.charAt(at);
  const two = text.slice(at, at + 2);
  if (two === '/*') return endsAt(text.indexOf('*/', at + 2), 1, text);
  if (two === '//') return endsAt(text.indexOf('\n', at), 0, text);
  if (character !== '"' && character !== "'" && character !== '`') return undefined;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === character) return end;
  }
  return text.length;
}

const endsAt = (index: number, more: number, text: string): number => (index < 0 ? text.length : index + more);

function withoutStrings(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; at += 1) {
    const end = endOfText(text, at);
    if (end === undefined) kept += text.charAt(at);
    else {
      kept += '0';
      at = end;
    }
  }
  return kept;
}

/** Removes each default value after `=`, up to its comma or closing bracket. */
function withoutValues(text: string): string {
  let kept = '';
  let depth = 0;
  let until: number | undefined;
  for (const character of text) {
    const change = CLOSES[character] ?? 0;
    if (until !== undefined && ((character === ',' && depth === until) || (change < 0 && depth === until))) {
      until = undefined;
    }
    if (until === undefined && character === '=') until = depth;
    depth += change;
    if (until === undefined) kept += character;
  }
  return kept;
}
