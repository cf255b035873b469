import { Script } from 'node:vm';
import type { WantedBreakpoint } from '../../backend.ts';
import { BINDING } from './injected-script.ts';

/** A breakpoint with its initial hit count, and a key that separates its counts in the debuggee from older ones. */
export interface Counted {
  readonly wanted: WantedBreakpoint;
  readonly base: number;
  readonly key: string;
}

/** The condition that V8 evaluates for all breakpoints at one location; `undefined` to always stop. */
export function conditionOf(entries: readonly Counted[]): string | undefined {
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && isPlain(first.wanted)) return undefined;
  // Evaluate all, without short-circuiting: each counts and logs separately.
  return entries.map(conditionText).join('|');
}

const isPlain = ({ condition, hits, trace }: WantedBreakpoint): boolean =>
  condition === undefined && hits === undefined && trace === undefined;

/** The syntax error of an expression; `undefined` if it can be parsed. Does not run it. */
export function syntaxProblem(expression: string): string | undefined {
  try {
    // Private names are valid only inside their class, where the debugger evaluates; remove the `#` for this check.
    new Script(`(${expression.replaceAll(/#(?=[\p{ID_Start}$_])/gu, '')}\n)`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function conditionText({ wanted, base, key }: Counted): string {
  const { id, condition, hits, trace } = wanted;
  const common = [
    JSON.stringify(id),
    JSON.stringify(key),
    String(base),
    JSON.stringify(hits ?? null),
    conditionFunction(condition),
  ];
  const isThere = `typeof ${BINDING}=='function'&&${BINDING}.c`;
  if (trace === undefined) return `(${isThere}?${BINDING}.c(${common.join(',')}):${standaloneCondition(condition)})`;
  const parts = trace.map((part) => {
    if ('text' in part) return JSON.stringify(part.text);
    const problem = syntaxProblem(part.expression);
    return problem === undefined ? `()=>(${part.expression}\n)` : JSON.stringify(`<error: SyntaxError: ${problem}>`);
  });
  return `(${isThere}?${BINDING}.t(${common.join(',')},[${parts.join(',')}]):false)`;
}

/** Our function may be missing in a context created by `vm`. */
const standaloneCondition = (condition: string | undefined): string =>
  condition === undefined || syntaxProblem(condition) !== undefined
    ? 'true'
    : `(()=>{try{return !!(${condition}\n)}catch{return true}})()`;

/** A condition that cannot be parsed is its error, and stops. */
function conditionFunction(condition: string | undefined): string {
  if (condition === undefined) return 'null';
  const problem = syntaxProblem(condition);
  return problem === undefined ? `()=>(${condition}\n)` : JSON.stringify(`SyntaxError: ${problem}`);
}
