import type { ImportReport } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { type Column, renderTable } from '../text/table.ts';
import type { Candidate } from './select.ts';

/** All servers of clients, by file. */
export function renderCandidates(
  { sources }: ImportReport,
  candidates: readonly Candidate[],
  screen: Screen,
): readonly string[] {
  const { paint } = screen;
  const found = sources.filter((source) => candidates.some((candidate) => candidate.source === source));
  const unreadable = sources.filter(({ state }) => state === 'unreadable');
  return [
    ...found.flatMap((source) => [
      `${paint('bold', source.name)}  ${paint('dim', safeText(source.file))}${source.project === null ? '' : `  (project ${safeText(source.project)})`}`,
      ...renderTable(
        candidates.filter((candidate) => candidate.source === source),
        COLUMNS,
        screen,
        remarks,
      ),
      '',
    ]),
    ...unreadable.map(({ name, file, problem }) =>
      paint('yellow', `${name}: ${safeText(file)} is left out. ${safeText(problem ?? '')}`),
    ),
    ...(found.length === 0 ? ['No client on this machine has servers to import.'] : []),
  ];
}

const COLUMNS: readonly Column<Candidate>[] = [
  { head: '#', cell: ({ number }) => String(number), align: 'right' },
  { head: 'NAME', cell: ({ server }) => safeText(server.name), give: 'shrink' },
  { head: '', cell: standing, style: (row) => STYLES[standing(row)] ?? 'dim' },
  { head: 'SERVER', cell: ({ server }) => safeText(server.summary), give: 'shrink', least: 20 },
  {
    head: 'SECRETS',
    cell: ({ server }) => server.secrets.map(safeText).join(', '),
    ...{ give: 'drop', worth: 1 },
  },
];

const STYLES: Readonly<Record<string, 'green' | 'yellow'>> = { new: 'green', 'check first': 'yellow' };

function standing({ server: { problem, conflict, duplicate_of: twin, warnings } }: Candidate): string {
  if (problem !== null) return 'cannot';
  if (conflict === 'self') return 'Toolmark';
  if (conflict === 'same') return 'here';
  if (twin !== null) return 'twice';
  if (warnings.length > 0) return 'check first';
  return conflict === 'taken' ? 'name in use' : 'new';
}

function remarks({ server }: Candidate): readonly string[] {
  const { problem, same_as: same, name, duplicate_of: twin, conflict, suggested_name: suggested } = server;
  return [
    ...(problem === null ? [] : [problem]),
    ...(same === null || same === name ? [] : [`It already exists here, as '${same}'.`]),
    ...(twin === null || same !== null ? [] : [`The same as ${twin}.`]),
    ...(conflict === 'taken' ? [`Another server has this name; it could be '${suggested}'.`] : []),
    ...server.warnings.map((warning) => `! ${warning}`),
    ...server.notes,
  ].map(safeText);
}
