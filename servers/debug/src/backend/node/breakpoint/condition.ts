import { Script } from 'node:vm';
import type { WantedBreakpoint } from '../../backend.ts';
import { BINDING } from './inside.ts';

/** A breakpoint, with what its count starts from and what tells its counts inside the debuggee from older ones. */
export interface Counted {
  readonly wanted: WantedBreakpoint;
  readonly base: number;
  readonly key: string;
}

/** The condition that V8 evaluates for all breakpoints at one place; `undefined` where it shall just stop. */
export function conditionOf(entries: readonly Counted[]): string | undefined {
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && isPlain(first.wanted)) return undefined;
  // All of them are evaluated, whatever the first one says: each counts and logs for itself.
  return entries.map(textOf).join('|');
}

const isPlain = ({ condition, hits, trace }: WantedBreakpoint): boolean =>
  condition === undefined && hits === undefined && trace === undefined;

/** Why an expression can never be evaluated; `undefined` where it can be parsed. Nothing is run. */
export function syntaxProblem(expression: string): string | undefined {
  try {
    // A private name is only known inside its class, where the debugger is and this check is not.
    new Script(`(${expression.replaceAll(/#(?=[\p{ID_Start}$_])/gu, '')}\n)`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function textOf({ wanted, base, key }: Counted): string {
  const { id, condition, hits, trace } = wanted;
  const common = [JSON.stringify(id), JSON.stringify(key), String(base), JSON.stringify(hits ?? null), test(condition)];
  const isThere = `typeof ${BINDING}=='function'&&${BINDING}.c`;
  if (trace === undefined) return `(${isThere}?${BINDING}.c(${common.join(',')}):${alone(condition)})`;
  const parts = trace.map((part) => {
    if ('text' in part) return JSON.stringify(part.text);
    const problem = syntaxProblem(part.expression);
    return problem === undefined ? `()=>(${part.expression}\n)` : JSON.stringify(`<error: SyntaxError: ${problem}>`);
  });
  return `(${isThere}?${BINDING}.t(${common.join(',')},[${parts.join(',')}]):false)`;
}

/** A context that `vm` has made may not have our function. */
const alone = (condition: string | undefined): string =>
  test(condition) === 'null' ? 'true' : `(()=>{try{return !!(${condition}\n)}catch{return true}})()`;

/** One that cannot be parsed cannot be evaluated, and then it stops. */
const test = (condition: string | undefined): string =>
  condition === undefined || syntaxProblem(condition) !== undefined ? 'null' : `()=>(${condition}\n)`;
