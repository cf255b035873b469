import { HINT_NAMES } from '@toolmark/annotations';
import { type Override, overrideEntriesSchema, overrideListSchema } from '@toolmark/api-contract';
import { cutTo, safeText, wrapText } from '@toolmark/audit';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toAgo } from '../text/amounts.ts';
import { type Column, renderTable } from '../text/table.ts';

export interface ListOverridesOptions extends AskOptions {
  readonly export?: boolean;
}

/** `toolmark tools overrides`: lists overrides from the config and from the gateway. */
export function listOverrides(options: ListOverridesOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    if (options.export) {
      const exported = await gateway.request('GET', '/overrides?format=config', overrideEntriesSchema);
      if (!exported.ok) return exported;
      // In the structure of the file, so that it is clear where it belongs.
      const json = { overrides: exported.value.json };
      return output({ json, lines: () => [JSON.stringify(json, null, 2)] });
    }
    const answer = await gateway.request('GET', '/overrides', overrideListSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderOverrides(value.overrides, screen) });
  });
}

function renderOverrides(overrides: readonly Override[], screen: Screen): readonly string[] {
  const { paint, columns: width, now } = screen;
  const dim = (text: string): readonly string[] => wrapText(text, width - 2).map((line) => `  ${paint('dim', line)}`);
  if (overrides.length === 0) {
    const how = 'Set one with: toolmark tools override notes/list_notes --read-only true, or in toolmark.json.';
    return ['  No hints are overridden.', ...dim(how)];
  }
  const columns: readonly Column<Override>[] = [
    { head: 'TOOL', cell: ({ server, tool }) => safeText(`${server}/${tool}`), give: 'shrink', least: 12 },
    { head: 'HINTS', cell: hintsOf, give: 'shrink', least: 16 },
    { head: 'SET', cell: ({ at }) => (at === null ? '–' : toAgo(at, now)), worth: 1 },
    { head: 'BY', cell: ({ author }) => safeText(author ?? '–'), give: 'drop', least: 6, worth: 2 },
    { head: 'IN', cell: ({ origin }) => (origin === 'config' ? 'config' : 'gateway'), worth: 2 },
  ];
  return [
    ...renderTable(overrides, columns, screen, ({ reason }) =>
      reason === null ? [] : [paint('dim', cutTo(safeText(reason), width - 4))],
    ),
    '',
    ...dim('Remove one: toolmark tools reset <server/tool>. Those of the config are changed in toolmark.json.'),
  ];
}

/** `readOnly=true openWorld=false` */
export function hintsOf({ hints }: Pick<Override, 'hints'>): string {
  return HINT_NAMES.filter((hint) => hints[hint] !== undefined)
    .map((hint) => `${hint.replace(/Hint$/, '')}=${hints[hint]}`)
    .join(' ');
}
