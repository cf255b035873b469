import { type Curation, curationListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Column, renderTable } from '../text/table.ts';

/** Lists all changes to how clients see tools. */
export function listCurations(options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', '/curations', curationListSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    const none =
      '  Every tool is enabled with its original texts. Change that with: toolmark tools disable, rename, retitle, describe';
    return output({
      json,
      lines: (screen) => (value.total === 0 ? [none] : renderTable(value.curations, COLUMNS, screen)),
    });
  });
}

const COLUMNS: readonly Column<Curation>[] = [
  { head: 'TOOL', cell: ({ server, tool }) => safeText(`${server}/${tool}`), give: 'shrink' },
  {
    head: 'OFFERED',
    cell: ({ enabled }) => (enabled === null ? '–' : enabled ? 'yes' : 'no'),
    style: ({ enabled }) => (enabled === false ? 'yellow' : undefined),
  },
  { head: 'NAME', cell: ({ name }) => safeText(name ?? '–'), give: 'drop', worth: 3 },
  { head: 'TITLE', cell: ({ title }) => safeText(title ?? '–'), give: 'drop', worth: 2 },
  { head: 'DESCRIPTION', cell: ({ description }) => safeText(description ?? '–'), give: 'drop', worth: 1 },
];
