import type { Session } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { CLASS_MARKS, clientOf } from '../calls/marks.ts';
import type { Screen } from '../gateway-client-command.ts';
import { toAgo, toCount, toShort, toSpan } from '../text/amounts.ts';
import { shortIds } from '../text/short-ids.ts';
import { type Column, renderTable } from '../text/table.ts';

/** Enough to tell the sessions of a gateway apart. */
const ID_LENGTH = 8;

/** Short words, because signs alone would need a legend. */
const CLASS_HEADS = {
  read: { head: 'READ', worth: 2 },
  additive: { head: 'ADD', worth: 3 },
  destructive: { head: 'DESTR', worth: 4 },
} as const;

/** The part of a list that is shown. */
export interface ShownSessions {
  readonly sessions: readonly Session[];
  readonly total: number;
  /** Whether filters were given. */
  readonly isFiltered: boolean;
}

/** Sessions as a table, newest first, and how many more there are. */
export function renderSessions({ sessions, total, isFiltered }: ShownSessions, screen: Screen): readonly string[] {
  if (sessions.length === 0)
    return [isFiltered ? '  No sessions match.' : '  No sessions yet. A session starts when a client connects.'];
  const more = `${toCount(sessions.length)} of ${toCount(total)} sessions; more with --limit`;
  return [
    ...renderSessionRows(sessions, screen),
    ...(sessions.length < total ? ['', ...wrapText(more, screen.columns - 2)] : []).map((line) =>
      line === '' ? '' : `  ${screen.paint('dim', line)}`,
    ),
  ];
}

/** Only the table. */
export function renderSessionRows(sessions: readonly Session[], screen: Screen): readonly string[] {
  const ids = shortIds(
    sessions.map(({ id }) => id),
    ID_LENGTH,
  );
  const columns: readonly Column<Session>[] = [
    { head: 'CLIENT', cell: sessionLabel, style: stateStyle, give: 'shrink', least: 12 },
    {
      head: 'VERSION',
      cell: ({ client_version: version }) => safeText(version ?? ''),
      give: 'drop',
      worth: 1,
      least: 7,
    },
    { head: 'STARTED', cell: ({ start_time: at }) => toAgo(at, screen.now), worth: 2 },
    { head: 'LASTED', cell: ({ duration_ms: lasted }) => toShortSpan(lasted), align: 'right', worth: 1 },
    { head: 'CALLS', cell: ({ tool_call_count: calls }) => toCount(calls), align: 'right', worth: 5 },
    ...(['read', 'additive', 'destructive'] as const).map(
      (name): Column<Session> => ({
        head: CLASS_HEADS[name].head,
        cell: ({ calls_by_class: calls }) => (calls[name] === 0 ? '·' : toShort(calls[name])),
        style: ({ calls_by_class: calls }) => (calls[name] === 0 ? 'dim' : CLASS_MARKS[name].style),
        align: 'right',
        give: 'drop',
        worth: CLASS_HEADS[name].worth,
      }),
    ),
    { head: 'TOKENS', cell: ({ total_tokens: tokens }) => toShort(tokens), align: 'right', worth: 3 },
    {
      head: 'ERR',
      cell: ({ error_count: errors }) => (errors === 0 ? '·' : toCount(errors)),
      style: ({ error_count: errors }) => (errors === 0 ? 'dim' : 'red'),
      align: 'right',
      worth: 4,
    },
    { head: 'ID', cell: ({ id }) => safeText(ids.get(id) ?? id), style: () => 'dim' },
    { head: 'SERVERS', cell: ({ servers }) => safeText(servers.join(', ')), give: 'drop', style: () => 'dim' },
  ];
  return renderTable(sessions, columns, screen);
}

/** `2d 3h`: minutes do not matter for days. */
const toShortSpan = (milliseconds: number): string => toSpan(milliseconds).split(' ').slice(0, 2).join(' ');

/** `● claude-code`; a filled circle is an active session. */
export const sessionLabel = ({ status, client_name: name }: Session): string =>
  `${status === 'active' ? '●' : '○'} ${clientOf(name)}`;

export const stateStyle = ({ status }: Session): 'green' | 'dim' => (status === 'active' ? 'green' : 'dim');
