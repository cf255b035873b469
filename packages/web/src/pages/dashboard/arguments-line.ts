import type { Approval } from '@toolmark/api-contract';
import { memberRows } from '../../text/exact-rows.ts';
import { visibleLine } from '../../text/visible.ts';

/** So much of one value, so that the others are seen too. */
const MOST_VALUE = 60;
/** More do not fit into a line. */
const MOST_ROWS = 40;

/**
 * What a call would send, as one line: its arguments, digit by digit, and the names of what is sent besides them.
 *
 * @example
 * argumentsLine(approval) // '"id": 42, "why": "old"; also sends _meta'
 */
export function argumentsLine({ sent, arguments: recorded }: Pick<Approval, 'sent' | 'arguments'>, most = 160): string {
  if (sent?.text == null) return recorded === null ? 'no arguments' : 'arguments that are shown once it is opened';
  const given: string[] = [];
  const others = new Set<string>();
  let rows = 0;
  for (const { member, row } of memberRows(sent.text, [])) {
    if (rows++ >= MOST_ROWS) break;
    if (member === 'arguments') given.push(cut(row.segments.map(({ text }) => text).join('')));
    else if (member !== undefined && member !== 'name') others.add(member);
  }
  if (Object.keys(sent.headers).length > 0) others.add('HTTP headers');
  const besides = others.size === 0 ? '' : `; also sends ${[...others].join(', ')}`;
  const line = given.length === 0 || given.join('') === '{}' ? 'no arguments' : given.join(' ');
  // What comes besides is what nobody expects: it is never what does not fit.
  return `${visibleLine(line, Math.max(20, most - besides.length))}${visibleLine(besides, most)}`;
}

const cut = (text: string): string => (text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE - 1)}…` : text);
