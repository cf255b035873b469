import { ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { oneLine } from '../limits.ts';
import { offsetOf } from '../lsp/places.ts';
import type { Known, Usage } from '../lsp/profile.ts';
import type { Session } from '../lsp/session.ts';
import { endOfExpression, expressionFrom, type ScanRules } from '../symbol/scan.ts';
import type { Write } from '../symbol/write.ts';
import { tokenAt } from './tokens.ts';

const VALUE: ScanRules = { quotes: ['"', "'"], comment: '//', ends: ';,' };
const INSIDE: ScanRules = { ...VALUE, ends: '' };

/** The object expression before a member: `shop.`, `this->items[2].`. */
const OWNER = /(?:[\w\])]+\s*(?:\.|->|::)\s*)+$/;

export async function writeAt(
  session: Session,
  { symbol }: Known,
  usage: Usage,
  deadline: AbortSignal,
): Promise<Found<Write | undefined>> {
  const { text, line, column, endLine, endColumn, isDeclaration } = usage;
  const start = offsetOf(text, line, column);
  const end = offsetOf(text, endLine, endColumn);
  const isLocal = symbol.kind === 'Local' || (symbol.kind === 'Field' && symbol.containingType === null);
  const declared = isDeclaration ? (isLocal ? 'Declaration' : 'Initializer') : undefined;
  const isMember = symbol.kind === 'Field' && !isDeclaration;
  const initialized = isMember ? inInitializerList(text, start, end) : undefined;
  if (initialized !== undefined) return ok(initialized);
  if (usage.isWrite || declared !== undefined) return ok(readWrite(text, start, end, declared));
  const token = await tokenAt(session, usage, deadline);
  if (!token.ok) return token;
  const before = text.slice(0, start).replace(OWNER, '').trimEnd();
  const modifiers = token.value?.modifiers ?? [];
  if (modifiers.includes('usedAsMutableReference')) return ok(passed('RefParameter'));
  const isAddress = before.endsWith('&') && !before.endsWith('&&');
  return ok(isAddress && modifiers.includes('usedAsMutablePointer') ? passed('OutParameter') : undefined);
}

/** The assignment to the name between two positions, from the surrounding tokens. */
export function readWrite(
  text: string,
  start: number,
  end: number,
  declared: 'Declaration' | 'Initializer' | undefined,
): Write | undefined {
  const before = text
    .slice(Math.max(0, start - 200), start)
    .replace(OWNER, '')
    .trimEnd();
  if (before.endsWith('++')) return step('Increment', '++');
  if (before.endsWith('--')) return step('Decrement', '--');
  const rest = text.slice(end, end + 200);
  // An array's size is between its name and its values.
  const gap = /^(?:\s*\[[^\]]*\])*\s*/.exec(rest)?.[0].length ?? 0;
  const at = end + gap;
  const operator = /^(?:\+\+|--|(?:<<|>>|[-+*/%&|^])=|=(?!=)|[{(:])/.exec(text.slice(at, at + 3))?.[0];
  if (operator === '++') return step('Increment', operator);
  if (operator === '--') return step('Decrement', operator);
  if (operator === '=')
    return { kind: declared ?? 'Simple', operator, valueExpression: expressionFrom(text, at + 1, VALUE) };
  if (operator === ':') return loopOver(text, at, declared);
  if (operator === '{' || operator === '(') return declared && braced(text, at, declared);
  if (operator === undefined) return undefined;
  return { kind: 'Compound', operator, valueExpression: expressionFrom(text, at + operator.length, VALUE) };
}

/** Matches `for (auto price : prices)`. A bit field also has a colon, but no parentheses. */
function loopOver(text: string, at: number, declared: Write['kind'] | undefined): Write | undefined {
  if (declared !== 'Declaration' || !/\bfor\s*\([^()]*$/.test(text.slice(Math.max(0, at - 200), at))) return undefined;
  return { kind: declared, operator: ':', valueExpression: expressionFrom(text, at + 1, VALUE) };
}

/** Matches `Shop() : total(0), name{"x"} {}`. */
function inInitializerList(text: string, start: number, end: number): Write | undefined {
  const isListed = /[:,]\s*$/.test(text.slice(0, start)) && !/::\s*$/.test(text.slice(0, start));
  const gap = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
  return isListed && /[({]/.test(text[end + gap] ?? '') ? braced(text, end + gap, 'Initializer') : undefined;
}

function braced(text: string, at: number, kind: Write['kind']): Write {
  const inside = oneLine(text.slice(at + 1, endOfExpression(text, at + 1, INSIDE)));
  return { kind, operator: text[at] === '{' ? '{}' : '()', valueExpression: inside === '' ? null : inside };
}

const step = (kind: 'Increment' | 'Decrement', operator: string): Write => ({ kind, operator, valueExpression: null });

const passed = (kind: 'RefParameter' | 'OutParameter'): Write => ({ kind, operator: '&', valueExpression: null });
