import type { Approval } from '@toolmark/api-contract';
import { memberRows } from '../../text/exact-rows.ts';
import { visibleLine } from '../../text/visible.ts';

/** At most this much of one value, so that the others are visible too. */
const MAX_VALUE = 60;
/** More rows do not fit into a line. */
const MAX_ROWS = 40;

/** A call's parameters, shortened for a row of a list. */
export interface ArgumentsLine {
  /** The arguments; numbers are never rounded. */
  readonly line: string;
  /** The names of all other parameters. */
  readonly besides: readonly string[];
  /** Whether nothing was left out: only then the call can be approved in the list. */
  readonly isWhole: boolean;
}

/**
 * Renders a call's parameters as one line.
 *
 * @example
 * argumentsLine(approval) // { line: '"id": 42, "why": "old"', besides: [], isWhole: true }
 */
export function argumentsLine({ sent }: Pick<Approval, 'sent'>, most = 160): ArgumentsLine {
  if (sent?.text == null) return { line: 'open to see them', besides: [], isWhole: false };
  const given: string[] = [];
  const others = new Set<string>();
  let rows = 0;
  for (const { member, row } of memberRows(sent.text, [])) {
    if (rows++ >= MAX_ROWS) break;
    if (member === 'arguments') given.push(row.segments.map(({ text }) => text).join(''));
    else if (member !== undefined && member !== 'name') others.add(member);
  }
  if (Object.keys(sent.headers).length > 0) others.add('HTTP headers');
  const all = given.join(' ');
  const isNothing = given.length === 0 || all === '{}';
  const isWhole =
    !sent.is_cut && rows <= MAX_ROWS && all.length <= most && others.size === 0 && sent.marks.length === 0;
  const shown = isWhole ? all : given.map(cut).join(' ');
  return {
    line: isNothing ? 'no arguments' : visibleLine(shown, most),
    besides: [...others].map((name) => visibleLine(name, 60)),
    isWhole,
  };
}

const cut = (text: string): string => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text);
