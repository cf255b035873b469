import type { Server, ServerStateName } from '@toolmark/api-contract';
import { cutTo, padTo, safeText, widest, wrapAt, wrapText } from '@toolmark/audit';
import { toSeconds } from '@toolmark/reach';
import type { Screen } from './gateway-client-command.ts';

const STATES = {
  ready: { mark: '●', style: 'green' },
  connecting: { mark: '◌', style: 'yellow' },
  waiting: { mark: '◌', style: 'yellow' },
  failed: { mark: '✗', style: 'red' },
  disabled: { mark: '○', style: 'dim' },
  stopped: { mark: '○', style: 'dim' },
} as const satisfies Record<ServerStateName, { readonly mark: string; readonly style: string }>;

const STATE_WIDTH = 12;
const NUMBER_WIDTH = 5;
/** `stdio 2026-07-28`. */
const WAY_WIDTH = 16;
const GAP = '  ';

/** All servers as a table, with the reason below each that is not ready. */
export function renderServers(servers: readonly Server[], screen: Screen): readonly string[] {
  if (servers.length === 0) return [`${GAP}No servers. Add one to mcpServers in toolmark.json.`];
  const { columns, paint } = screen;
  const fixed = STATE_WIDTH + 2 * NUMBER_WIDTH + WAY_WIDTH + 5 * GAP.length;
  const nameWidth = Math.min(
    widest([...servers.map(({ name }) => safeText(name)), 'NAME']),
    Math.max(8, columns - fixed),
  );
  const line = (cells: readonly string[]): string => `${GAP}${cells.join(GAP).trimEnd()}`;
  const head = [padTo('NAME', nameWidth), padTo('STATE', STATE_WIDTH), 'TOOLS', 'HINTS', 'OVER'];
  const rows = servers.flatMap((server) => [
    line([
      padTo(cutTo(safeText(server.name), nameWidth), nameWidth),
      renderState(server.state, screen),
      String(server.coverage.tools).padStart(NUMBER_WIDTH),
      shareOf(server).padStart(NUMBER_WIDTH),
      paint('dim', cutTo(wayOf(server), WAY_WIDTH)),
    ]),
    ...failureLines(server, screen).flatMap((trouble) =>
      wrapText(trouble, columns - 6).map((text) => `      ${paint('dim', text)}`),
    ),
  ]);
  return [paint('dim', line(head)), ...rows];
}

/** All details of one server. */
export function renderServer(server: Server, screen: Screen): readonly string[] {
  const { paint, columns } = screen;
  const { coverage } = server;
  const { error, warning, note } = coverage.finding_counts;
  const offers = [
    plural(coverage.tools, 'tool'),
    plural(server.prompts, 'prompt'),
    plural(server.resources, 'resource'),
    plural(server.resource_templates, 'template'),
  ];
  const facts: readonly (readonly [string, string])[] = [
    ['state', `${server.state} since ${server.since}`],
    ['reached over', wayOf(server)],
    ['reports itself as', selfOf(server)],
    ['offers', offers.join(', ')],
    ['hints', `${coverage.declared}/${coverage.total} declared, ${coverage.complete}/${coverage.tools} tools complete`],
    [
      'findings',
      `${plural(error, 'error')}, ${plural(warning, 'warning')}, ${plural(note, 'note')}, ${plural(coverage.contradicted, 'tool')} contradicted`,
    ],
    ['calls', `${server.in_flight} running, ${server.queued} waiting`],
    ['restarts', String(server.restarts)],
    ...signInFact(server),
  ];
  const labelWidth = widest(facts.map(([label]) => label));
  const indent = GAP.length * 2 + labelWidth;
  return [
    `${paint('bold', safeText(server.name))}${GAP}${renderState(server.state, screen).trimEnd()}`,
    ...failureLines(server, screen).flatMap((text) => bullet('yellow', '!', text, screen)),
    '',
    ...facts.flatMap(([label, text]) =>
      wrapAt(', ', safeText(text).split(', '), columns - indent).map(
        (part, index) => `${GAP}${paint('dim', padTo(index === 0 ? label : '', labelWidth))}${GAP}${part}`,
      ),
    ),
    ...section('Left out or repaired', server.problems, screen),
    ...section('Warnings', server.warnings, screen),
    ...(server.stderr_tail.length === 0
      ? []
      : [
          '',
          `${GAP}${paint('dim', 'Last lines of stderr:')}`,
          ...server.stderr_tail.map((text) => `    ${safeText(text)}`),
        ]),
  ];
}

function renderState(state: ServerStateName, { paint }: Screen): string {
  const { mark, style } = STATES[state];
  return paint(style, padTo(`${mark} ${state}`, STATE_WIDTH));
}

/** Why it is not ready, and the time of the next attempt. */
function failureLines({ state, reason, next_attempt: next }: Server, { now }: Screen): readonly string[] {
  if (state === 'ready') return [];
  const wait = next === null ? 0 : Math.max(0, Date.parse(next) - now.getTime());
  const again = next === null ? [] : [`Retrying in ${toSeconds(wait)}.`];
  const sentence = [...(reason === null ? [] : [safeText(reason)]), ...again].join(' ');
  return sentence === '' ? [] : [sentence];
}

function section(title: string, texts: readonly string[], screen: Screen): readonly string[] {
  if (texts.length === 0) return [];
  return [
    '',
    `${GAP}${screen.paint('bold', title)}`,
    ...texts.flatMap((text) => bullet('yellow', '!', safeText(text), screen)),
  ];
}

function bullet(style: 'yellow', mark: string, text: string, { paint, columns }: Screen): readonly string[] {
  return wrapText(text, columns - 4).map((line, index) => `${GAP}${index === 0 ? paint(style, mark) : ' '} ${line}`);
}

/** Empty if it never needed a sign-in. */
function signInFact({ auth }: Server): readonly (readonly [string, string])[] {
  if (auth.state === 'none') return [];
  const parts = [
    SIGN_INS[auth.state],
    ...(auth.issuer === null ? [] : [`at ${auth.issuer}`]),
    ...(auth.expires_at === null ? [] : [`until ${auth.expires_at}`]),
    ...(auth.scopes.length === 0 ? [] : [`with ${auth.scopes.join(' ')}`]),
  ];
  return [['signed in', parts.join(', ')]];
}

const SIGN_INS = {
  none: 'no',
  signed_out: 'no',
  signed_in: 'yes',
  expired: 'expired',
  more_scopes: 'yes, but without the required permissions',
} as const satisfies Record<Server['auth']['state'], string>;

function shareOf({ coverage }: Server): string {
  return coverage.total === 0 ? '–' : `${Math.floor((coverage.declared / coverage.total) * 100)} %`;
}

const wayOf = ({ transport, protocol_version: version }: Server): string =>
  transport === null ? '–' : safeText(`${transport} ${version ?? ''}`.trim());

function selfOf({ server_info: info }: Server): string {
  const words = [info?.['name'], info?.['version']].filter((word) => typeof word === 'string');
  return words.length === 0 ? '–' : words.join(' ');
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
