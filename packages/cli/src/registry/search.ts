import type { RegistryServer, RegistryServerList } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';
import { type Column, renderTable } from '../text/table.ts';
import { type ConfigFileOptions, openConfigFile } from './open-config-file.ts';

export interface SearchOptions extends ConfigFileOptions {
  readonly limit: number;
  readonly json?: boolean;
  readonly color?: boolean;
}

export async function searchServers(word: string, options: SearchOptions, io: Io): Promise<ExitCode> {
  const { desk } = await openConfigFile(options, io);
  const found = await desk.search(word, { limit: options.limit });
  if (!found.ok) {
    io.stderr.write(`${safeText(found.error)}\n`);
    return EXIT.couldNotRun;
  }
  const lines = options.json
    ? [JSON.stringify(found.value, null, 2)]
    : renderFound(word, found.value, screenOf(options, io));
  io.stdout.write(`${lines.join('\n')}\n`);
  return found.value.servers.length > 0 ? EXIT.clean : EXIT.findings;
}

const COLUMNS: readonly Column<RegistryServer>[] = [
  { head: 'NAME', cell: ({ name }) => safeText(name), give: 'shrink', least: 24 },
  { head: 'VERSION', cell: ({ version }) => safeText(version), give: 'drop', worth: 2, least: 7 },
  { head: 'AS', cell: waysIn, style: (server) => (usable(server).length > 0 ? undefined : 'dim') },
  { head: 'DESCRIPTION', cell: ({ description }) => safeText(description), give: 'drop', worth: 1, least: 16 },
];

function renderFound(
  word: string,
  { servers, registry, skipped, next_cursor: next }: RegistryServerList,
  screen: Screen,
) {
  const { paint } = screen;
  const left =
    skipped === 0
      ? []
      : [
          '',
          `  ${paint('dim', `${skipped} ${skipped === 1 ? 'entry' : 'entries'} could not be read and ${skipped === 1 ? 'is' : 'are'} left out.`)}`,
        ];
  const [first] = servers;
  if (first === undefined)
    return [`  ${safeText(registry)} has no server with '${safeText(word)}' in its name.`, ...left];
  const example = servers.find((server) => usable(server).length > 0) ?? first;
  return [
    ...renderTable(servers, COLUMNS, screen, ({ status }) =>
      status === 'active' ? [] : [paint('yellow', `! ${safeText(status)}`)],
    ),
    ...(next === null ? [] : ['', `  ${paint('dim', 'There are more; use --limit, or search for a longer word.')}`]),
    ...left,
    '',
    `  ${paint('dim', 'Preview the entry, and add it:')}`,
    `    toolmark servers add ${shellWord(safeText(example.name))} --dry-run`,
    `    toolmark servers add ${shellWord(safeText(example.name))}`,
  ];
}

const usable = ({ ways }: RegistryServer): RegistryServer['ways'] => ways.filter(({ problem }) => problem === null);

/** `npm, remote`; unsupported ones are in brackets. */
function waysIn({ ways }: RegistryServer): string {
  const kinds = ways.map(({ kind, problem }) => safeText(problem === null ? kind : `(${kind})`));
  return [...new Set(kinds)].join(', ') || '–';
}
