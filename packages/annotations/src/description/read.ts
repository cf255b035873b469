/** The parts found in a free-text description. */
export interface DescriptionContent {
  readonly saysReturns: boolean;
  readonly saysPreconditions: boolean;
  readonly example: DescriptionExample;
}

export type DescriptionExample =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Something is announced as a JSON example and does not parse. */
  | { readonly kind: 'broken'; readonly text: string };

const RETURNS = /\b(returns?|returned|responds?\s+with|response|results?|yields?|outputs?)\b/i;
const PRECONDITIONS =
  /\b(preconditions?|requires?|required|prerequisites?|needs?|must|only\s+(?:works\s+)?(?:when|if|while|after)|before\s+calling|no\s+preconditions?)\b/i;

/**
 * Finds the parts of a description, in the format of `formatDescription` and in other common formats.
 *
 * @example
 * readDescription('Gets a note. Returns id and title. Example: {"id":1}').example // { kind: 'json', value: { id: 1 } }
 */
export function readDescription(text: string): DescriptionContent {
  const example = findExample(text);
  // Search only the prose before the example, whose field names often contain "result" or "required".
  const prose = example.kind === 'none' ? text : text.slice(0, exampleStart(text));
  return { saysReturns: RETURNS.test(prose), saysPreconditions: PRECONDITIONS.test(prose), example };
}

// "Example:", "Example response:", "Response example", a fenced block … but not "for example, …" in running prose.
const MARKER = /(?<!\bfor\s)\bexamples?\b[^\n.{[`]{0,60}(?::|\n|(?=```))\s*(?:```[a-z]*\s*)?/gi;
const FENCE = /```json\s*/gi;

/**
 * A limit, because an untrusted text may contain endless markers, and the parse of each one reads to the end of the
 * text.
 */
const MAX_MARKERS = 8;
const MAX_EXAMPLE_LENGTH = 20_000;

function markersIn(text: string): readonly RegExpExecArray[] {
  return [MARKER, FENCE].flatMap((pattern) => {
    const found: RegExpExecArray[] = [];
    for (const match of text.matchAll(pattern)) {
      if (found.push(match) === MAX_MARKERS) break;
    }
    return found;
  });
}

function exampleStart(text: string): number {
  const starts = markersIn(text).map((match) => match.index);
  return starts.length === 0 ? text.length : Math.min(...starts);
}

function findExample(text: string): DescriptionExample {
  let broken: DescriptionExample = { kind: 'none' };
  for (const match of markersIn(text)) {
    const start = match.index + match[0].length;
    const candidate = text.slice(start, start + MAX_EXAMPLE_LENGTH);
    if (!/^[[{]/.test(candidate)) continue;
    const json = balanced(candidate);
    try {
      return { kind: 'json', value: JSON.parse(json) };
    } catch {
      if (broken.kind === 'none') broken = { kind: 'broken', text: json };
    }
  }
  return broken;
}

/** The text up to the bracket that closes the first one; the first line if no bracket does. */
function balanced(text: string): string {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return text.slice(0, index + 1);
    }
  }
  return text.split('\n', 1)[0] ?? text;
}
