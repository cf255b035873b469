/**
 * What is longer is not matched; it still reaches the servers that have resources at all. The work is at most the product of
 * both, some ten milliseconds for a template and an address that were made to be slow.
 */
const MAX_URI_LENGTH = 4_096;
const MAX_TEMPLATE_LENGTH = 512;

/**
 * Whether an address can come from a URI template (RFC 6570, all levels). Rather says yes to too much than no to an address
 * that a client made: what clients leave unencoded differs, and the answer only decides which server is asked first.
 *
 * Works through the address once, holding every place in the template where it could be, so that no template and no address
 * makes it slow. A regular expression would backtrack.
 *
 * @example
 * templateMatcher('note://{id}/{+path}')('note://7/a/b') // true
 */
export function templateMatcher(template: string): (uri: string) => boolean {
  const steps = template.length > MAX_TEMPLATE_LENGTH ? undefined : parseTemplate(template);
  if (steps === undefined) return () => false;
  const prefix = template.slice(0, template.indexOf('{') < 0 ? undefined : template.indexOf('{'));
  return (uri) => uri.length <= MAX_URI_LENGTH && uri.startsWith(prefix) && matches(steps, uri);
}

/** One character; or as many as you like of those that are allowed; or a character that may be missing with what follows. */
interface Step {
  readonly kind: 'one' | 'many' | 'prefix';
  /** The characters it takes, or for `many` those that it does not take. */
  readonly chars: string;
}

/** What each operator puts in front of its values, and which characters the values cannot have. */
const OPERATORS: ReadonlyMap<string, { readonly prefix?: string; readonly except: string }> = new Map([
  ['+', { except: '' }],
  ['#', { prefix: '#', except: '' }],
  ['.', { prefix: '.', except: '/' }],
  ['/', { prefix: '/', except: '' }],
  [';', { prefix: ';', except: '/' }],
  // The SDK's clients begin the second of them with '&', whichever it is.
  ['?', { prefix: '?&', except: '#' }],
  ['&', { prefix: '?&', except: '#' }],
]);

const SIMPLE = { prefix: undefined, except: '/' };

/** `undefined` for what is no template: a brace without its other half. */
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

function matches(steps: readonly Step[], uri: string): boolean {
  const places = createPlaces(steps);
  places.enter(0);
  for (let at = 0; at < uri.length; at++) {
    const char = uri.charAt(at);
    for (const place of places.leaveAll(at + 1)) {
      const step = steps[place];
      if (step === undefined) continue;
      if (step.kind === 'many' ? !step.chars.includes(char) : step.chars.includes(char)) {
        places.enter(step.kind === 'many' ? place : place + 1);
      }
    }
    if (places.count() === 0) return false;
  }
  return places.has(steps.length);
}

/** Where in a template an address could be at a moment, each place once. */
function createPlaces(steps: readonly Step[]) {
  const since = new Int32Array(steps.length + 1).fill(-1);
  let moment = 0;
  let here: number[] = [];
  return {
    count: (): number => here.length,
    has: (place: number): boolean => since[place] === moment,
    /** Adds a place and every other that is reached from it without a character. */
    enter: (place: number): void => {
      for (let at = place; since[at] !== moment; ) {
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
