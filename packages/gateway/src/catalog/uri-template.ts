/**
 * Longer URIs and templates are not matched, but still sent to servers with resources. The work is at most the product
 * of both lengths, about ten milliseconds in the worst case.
 */
const MAX_URI_LENGTH = 4_096;
const MAX_TEMPLATE_LENGTH = 512;

/**
 * Whether a URI can be an expansion of a URI template (RFC 6570, all levels). False positives are better than false negatives:
 * clients differ in the characters they leave unencoded, and the result only decides which server is asked first.
 *
 * Processes the URI once with the set of all possible positions in the template, so that no input is slow. A regular expression
 * would backtrack.
 *
 * @example
 * templateMatcher('note://{id}/{+path}')('note://7/a/b') // true
 */
export function templateMatcher(template: string): (uri: string) => boolean {
  const steps = template.length > MAX_TEMPLATE_LENGTH ? undefined : parseTemplate(template);
  if (steps === undefined) return () => false;
  const prefix = template.slice(0, template.indexOf('{') < 0 ? undefined : template.indexOf('{'));
  return (uri) => uri.length <= MAX_URI_LENGTH && uri.startsWith(prefix) && matchesSteps(steps, uri);
}

/** One character; any number of allowed characters; or an optional character with the following ones. */
interface Step {
  readonly kind: 'one' | 'many' | 'prefix';
  /** The accepted characters, or for `many` the excluded ones. */
  readonly chars: string;
}

/** The prefix of each operator, and the characters that its values cannot contain. */
const OPERATORS: ReadonlyMap<string, { readonly prefix?: string; readonly except: string }> = new Map([
  ['+', { except: '' }],
  ['#', { prefix: '#', except: '' }],
  ['.', { prefix: '.', except: '/' }],
  ['/', { prefix: '/', except: '' }],
  [';', { prefix: ';', except: '/' }],
  // The SDK's clients start the second expression with '&' for both operators.
  ['?', { prefix: '?&', except: '#' }],
  ['&', { prefix: '?&', except: '#' }],
]);

const SIMPLE = { prefix: undefined, except: '/' };

/** `undefined` for an unbalanced brace. */
function parseTemplate(template: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let at = 0;
  while (at < template.length) {
    const char = template.charAt(at);
    if (char === '}') return undefined;
    if (char !== '{') {
      steps.push({ kind: 'one', chars: char });
      at++;
      continue;
    }
    const end = template.indexOf('}', at);
    const expression = template.slice(at + 1, end);
    if (end < 0 || expression === '' || expression.includes('{')) return undefined;
    const { prefix, except } = OPERATORS.get(expression.charAt(0)) ?? SIMPLE;
    if (prefix !== undefined) steps.push({ kind: 'prefix', chars: prefix });
    steps.push({ kind: 'many', chars: except });
    at = end + 1;
  }
  return steps;
}

function matchesSteps(steps: readonly Step[], uri: string): boolean {
  const positions = createPositions(steps);
  positions.enter(0);
  for (let at = 0; at < uri.length; at++) {
    const char = uri.charAt(at);
    for (const position of positions.leaveAll(at + 1)) {
      const step = steps[position];
      if (step === undefined) continue;
      if (step.kind === 'many' ? !step.chars.includes(char) : step.chars.includes(char)) {
        positions.enter(step.kind === 'many' ? position : position + 1);
      }
    }
    if (positions.count() === 0) return false;
  }
  return positions.has(steps.length);
}

/** The possible positions in a template at one character of the URI, without duplicates. */
function createPositions(steps: readonly Step[]) {
  const since = new Int32Array(steps.length + 1).fill(-1);
  let moment = 0;
  let here: number[] = [];
  return {
    count: (): number => here.length,
    has: (position: number): boolean => since[position] === moment,
    /** Adds a position and all positions that are reachable without a character. */
    enter: (position: number): void => {
      for (let at = position; since[at] !== moment; ) {
        since[at] = moment;
        here.push(at);
        const step = steps[at];
        if (step?.kind === 'many') at += 1;
        else if (step?.kind === 'prefix') at += 2;
        else return;
      }
    },
    leaveAll: (next: number): readonly number[] => {
      const left = here;
      here = [];
      moment = next;
      return left;
    },
  };
}
