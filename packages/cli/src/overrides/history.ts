import { type OverrideChange, overrideHistorySchema } from '@toolmark/api-contract';
import { cutTo, safeText, wrapText } from '@toolmark/audit';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toAgo, toCount } from '../text/amounts.ts';
import { type Column, renderTable } from '../text/table.ts';
import { hintsOf } from './list.ts';

export interface HistoryOptions extends AskOptions {
  readonly limit: number;
}

/** `toolmark tools overrides --history`: who set and removed which hints. */
export function listChanges(options: HistoryOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', `/overrides/history?limit=${options.limit}`, overrideHistorySchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderChanges(value.changes, value.total, screen) });
  });
}

function renderChanges(changes: readonly OverrideChange[], total: number, screen: Screen): readonly string[] {
  const { paint, columns: width, now } = screen;
  const dim = (text: string): readonly string[] => wrapText(text, width - 2).map((line) => `  ${paint('dim', line)}`);
  if (changes.length === 0) {
    return ['  No hint was set or removed.', ...dim('Changes in toolmark.json are not listed here.')];
  }
  const columns: readonly Column<OverrideChange>[] = [
    { head: 'WHEN', cell: ({ at }) => toAgo(at, now), worth: 3 },
    { head: 'TOOL', cell: ({ server, tool }) => safeText(`${server}/${tool}`), give: 'shrink', least: 12 },
    { head: 'HINTS', cell: changeOf, give: 'shrink', least: 16 },
    { head: 'BY', cell: ({ author }) => safeText(author ?? '–'), give: 'drop', least: 6, worth: 2 },
  ];
  return [
    ...renderTable(changes, columns, screen, ({ reason }) =>
      reason === null ? [] : [paint('dim', cutTo(safeText(reason), width - 4))],
    ),
    ...(changes.length < total
      ? ['', ...dim(`${toCount(changes.length)} of ${toCount(total)} changes; more with --limit`)]
      : []),
  ];
}

/** `none → readOnly=true` */
function changeOf({ before, after }: OverrideChange): string {
  const show = (hints: OverrideChange['before']): string => (hints === null ? 'none' : hintsOf({ hints }) || 'none');
  return `${show(before)} → ${show(after)}`;
}
