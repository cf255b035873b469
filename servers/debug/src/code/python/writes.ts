import { ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { offsetOf } from '../lsp/places.ts';
import type { Known, Usage } from '../lsp/profile.ts';
import type { Session } from '../lsp/session.ts';
import { endOfExpression, expressionFrom, type ScanRules } from '../symbol/scan.ts';
import type { Write } from '../symbol/write.ts';

const QUOTES = ['"""', "'''", '"', "'"];
const STATEMENT: ScanRules = { quotes: QUOTES, comment: '#', ends: '\n;' };
const ARGUMENT: ScanRules = { quotes: QUOTES, comment: '#', ends: ',' };
const HEADER: ScanRules = { quotes: QUOTES, comment: '#', ends: '\n:' };
const ANNOTATION: ScanRules = { quotes: QUOTES, comment: '#', ends: '\n;=,' };

export async function writeAt(_session: Session, { symbol }: Known, usage: Usage): Promise<Found<Write | undefined>> {
  const { text, line, column, endLine, endColumn } = usage;
  if (!usage.isWrite && !usage.isDeclaration) return ok(readElementWrite(text, offsetOf(text, endLine, endColumn)));
  const start = offsetOf(text, line, column);
  const write = readWrite(
    text,
    start,
    offsetOf(text, endLine, endColumn),
    symbol.kind === 'Parameter' && usage.isDeclaration,
  );
  if (write === undefined || write.kind !== 'Simple' || !usage.isDeclaration) return ok(write);
  const isMember = symbol.containingType !== null && symbol.kind === 'Field';
  const isInBody = isMember && !/\.\s*$/.test(text.slice(0, start));
  return ok({ ...write, kind: isInBody || symbol.kind === 'Parameter' ? 'Initializer' : 'Declaration' });
}

/** The assignment to the name between two positions, from the surrounding tokens. */
export function readWrite(text: string, start: number, end: number, isParameter: boolean): Write | undefined {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const rules = isParameter ? ARGUMENT : STATEMENT;
  let at = skipSpace(text, end);
  if (text.startsWith(':=', at)) return simpleWrite(':=', expressionFrom(text, at + 2, ARGUMENT));
  // Matches `total: int = 0`.
  if (text[at] === ':' && !/\bfor\b/.test(before)) at = endOfExpression(text, at + 1, ANNOTATION);
  const compound = /^(\*\*|\/\/|<<|>>|[-+*/%@&|^])=/.exec(text.slice(at, at + 3))?.[0];
  if (compound !== undefined) {
    return { kind: 'Compound', operator: compound, valueExpression: expressionFrom(text, at + compound.length, rules) };
  }
  if (isPlainEquals(text, at)) return simpleWrite('=', lastValue(text, at + 1, rules));
  if (isParameter) return undefined;
  const loop = /\bfor\s+[^:]*$/.exec(before) !== null ? /^[^:\n]*?\bin\b/.exec(text.slice(end)) : null;
  if (loop !== null) return simpleWrite('in', expressionFrom(text, end + loop[0].length, HEADER));
  const named = /\b(?:with|async with|except\*?)?\s*([^\s,(][^,]*?)\s+as\s+\(?$/.exec(before);
  if (named !== null) return simpleWrite('as', named[1]?.replace(/^(?:async\s+)?(?:with|except\*?)\s+/, '') ?? null);
  return unpacked(text, end);
}

/** The assignment to an element of the container that a name holds: `items[key] = value`, after `items`. */
export function readElementWrite(text: string, end: number): Write | undefined {
  let at = skipSpace(text, end);
  if (text[at] !== '[') return undefined;
  while (text[at] === '[') at = skipSpace(text, endOfExpression(text, at + 1, { ...STATEMENT, ends: '' }) + 1);
  const compound = /^(\*\*|\/\/|<<|>>|[-+*/%@&|^])=/.exec(text.slice(at, at + 3))?.[0];
  if (compound !== undefined) {
    return {
      kind: 'Compound',
      operator: compound,
      valueExpression: expressionFrom(text, at + compound.length, STATEMENT),
    };
  }
  return isPlainEquals(text, at) ? simpleWrite('=', lastValue(text, at + 1, STATEMENT)) : undefined;
}

/** Matches `count, other = pair` and `[first, *rest] = values`. */
function unpacked(text: string, end: number): Write | undefined {
  const rest = text.slice(end, endOfExpression(text, end, { ...STATEMENT, ends: '\n;=' }));
  let at = end + rest.length;
  // Skip the closing brackets around the names.
  while (/[)\]]/.test(text[at] ?? '')) at = endOfExpression(text, at + 1, { ...STATEMENT, ends: '\n;=' });
  return isPlainEquals(text, at) ? simpleWrite('=', lastValue(text, at + 1, STATEMENT)) : undefined;
}

/** In `a = b = 3` both names get 3. */
function lastValue(text: string, start: number, rules: ScanRules): string | null {
  const next = endOfExpression(text, start, { ...rules, ends: `${rules.ends}=` });
  const isChained = isPlainEquals(text, next) && !/[!<>]$/.test(text.slice(start, next));
  return isChained ? lastValue(text, next + 1, rules) : expressionFrom(text, start, rules);
}

const isPlainEquals = (text: string, at: number): boolean =>
  text[at] === '=' && text[at + 1] !== '=' && text[at - 1] !== '=';

const simpleWrite = (operator: string, valueExpression: string | null): Write => ({
  kind: 'Simple',
  operator,
  valueExpression,
});

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}
