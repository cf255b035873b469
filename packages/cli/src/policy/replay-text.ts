import type { PolicyChange, PolicyReplay, PolicyTally } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toCount, toLocal } from '../text/amounts.ts';
import { heading } from '../text/facts.ts';
import { MILLISECOND_LENGTH } from '../text/short-ids.ts';
import { type Column, renderTable } from '../text/table.ts';

/** About one screen; --json prints all of them. */
const MAX_CHANGES = 25;

const KINDS: readonly (readonly [keyof PolicyTally, string])[] = [
  ['ask', 'asked'],
  ['allow', 'passed'],
  ['deny', 'refused'],
  ['hold', 'held'],
  ['cached', 'from the cache'],
];

interface Row {
  readonly what: string;
  readonly before: number;
  readonly now: number;
}

/** Compares recorded decisions with those of the tested policy. */
export function renderReplay(replay: PolicyReplay, screen: Screen): readonly string[] {
  const { paint, columns: width } = screen;
  const { calls, skipped, recorded, replayed, prompts_saved: saved, changes } = replay;
  const prose = (text: string): readonly string[] => wrapText(text, width - 2).map((line) => `  ${line}`);
  const head = `${plural(calls, 'call')} from ${toLocal(replay.from)} to ${toLocal(replay.to)}`;
  if (calls === 0) return [...prose(head), ...prose('No calls were recorded in this time.')];
  const rows: readonly Row[] = KINDS.map(([kind, what]) => ({ what, before: recorded[kind], now: replayed[kind] }));
  return [
    ...prose(head),
    ...(skipped === 0
      ? []
      : prose(`${plural(skipped, 'call')} skipped: the tool is gone, or the arguments were not recorded in full.`)
    ).map((line) => paint('dim', line)),
    '',
    ...renderTable(rows, TALLY_COLUMNS, screen),
    '',
    ...prose(`${plural(saved, 'prompt')} saved, compared with asking before every call.`),
    ...renderChanges(changes, screen),
  ];
}

const TALLY_COLUMNS: readonly Column<Row>[] = [
  { head: '', cell: ({ what }) => what },
  { head: 'THEN', cell: ({ before }) => toCount(before), align: 'right' },
  { head: 'NOW', cell: ({ now }) => toCount(now), align: 'right' },
  {
    head: 'CHANGE',
    cell: ({ before, now }) => (before === now ? '·' : `${now > before ? '+' : '-'}${toCount(Math.abs(now - before))}`),
    style: ({ before, now }) => (before === now ? 'dim' : 'bold'),
    align: 'right',
  },
];

function renderChanges(changes: readonly PolicyChange[], screen: Screen): readonly string[] {
  const { paint } = screen;
  if (changes.length === 0) return ['', `  ${paint('green', 'Every decision stays the same.')}`];
  const columns: readonly Column<PolicyChange>[] = [
    { head: 'TOOL', cell: ({ server, tool }) => safeText(`${server}/${tool}`), give: 'shrink', least: 12 },
    { head: 'CALLS', cell: ({ calls }) => toCount(calls), align: 'right' },
    { head: 'THEN', cell: ({ was }) => safeText(was), give: 'shrink', least: 5 },
    { head: 'NOW', cell: ({ is }) => safeText(is), give: 'shrink', least: 5 },
    { head: 'RULE', cell: ({ rule }) => safeText(rule), give: 'drop', least: 10, worth: 2 },
    {
      head: 'EXAMPLE',
      cell: ({ call_id: id }) => safeText(id.slice(0, MILLISECOND_LENGTH)),
      style: () => 'dim',
      give: 'drop',
      least: MILLISECOND_LENGTH,
      worth: 1,
    },
  ];
  const more = changes.length - MAX_CHANGES;
  return [
    ...heading('Changes', screen),
    ...renderTable(changes.slice(0, MAX_CHANGES), columns, screen),
    ...(more > 0 ? [`  ${paint('dim', `and ${more} more; all with --json`)}`] : []),
  ];
}
