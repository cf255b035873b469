import { safeText } from '@toolmark/audit';
import { type ClientConfig, readClients } from '@toolmark/setup';
import { clientSurroundings } from '../client-surroundings.ts';
import { dataDirOf } from '../data-dir.ts';
import { isToolmark, toClientEntry } from '../doctor/clients/entry.ts';
import { gatewayFacts } from '../doctor/clients/gateway-facts.ts';
import { judgeEntry, type Surroundings } from '../doctor/clients/judge.ts';
import { readLocalSecrets } from '../doctor/clients/local-secrets.ts';
import { findGateway } from '../find-gateway.ts';
import { createClient } from '../gateway-client.ts';
import { screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { type Column, renderTable } from '../text/table.ts';
import type { ConnectOptions } from './options.ts';

/** A client's config file, as `--json` prints it. */
interface ListedClient {
  readonly client: string;
  readonly name: string;
  readonly scope: string;
  readonly file: string;
  readonly state: ClientConfig['state'];
  readonly problem: string | null;
  /** Toolmark's entry in it; `null` if there is none. */
  readonly toolmark: { readonly name: string; readonly state: string; readonly message: string } | null;
  readonly other_servers: readonly string[];
}

/** `toolmark connect --list`: all clients with their configs, and whether Toolmark is in them. */
export async function listClients(options: ConnectOptions, io: Io): Promise<ExitCode> {
  const machine = clientSurroundings(io);
  const surroundings = await surroundingsOf(options, io, machine.platform);
  const looks = await readClients(machine);
  const clients = looks
    .map((look) => toListed(look, surroundings))
    // List a client's secondary files only if they contain something.
    .filter(({ toolmark, other_servers: others }, index) => {
      return looks[index]?.place.isMain === true || toolmark !== null || others.length > 0;
    });
  if (options.json) io.stdout.write(`${JSON.stringify({ clients, total: clients.length }, null, 2)}\n`);
  else {
    const lines = [
      ...renderTable(clients, columnsFor(machine.home), screenOf(options, io), below),
      '',
      'To connect one: toolmark connect <client>. To import their other servers: toolmark import',
    ];
    io.stdout.write(`${lines.join('\n')}\n`);
  }
  return EXIT.clean;
}

const columnsFor = (home: string): readonly Column<ListedClient>[] => [
  { head: 'CLIENT', cell: ({ client }) => client },
  { head: 'SCOPE', cell: ({ scope }) => scope },
  {
    head: 'TOOLMARK',
    cell: standing,
    style: (row) => (row.toolmark === null ? 'dim' : row.toolmark.state === 'ok' ? 'green' : 'yellow'),
  },
  {
    head: 'OTHER SERVERS',
    cell: ({ other_servers: others }) => (others.length === 0 ? '' : others.map(safeText).join(', ')),
    give: 'shrink',
  },
  { head: 'CONFIG', cell: ({ file }) => safeText(file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file) },
];

function standing({ state, toolmark }: ListedClient): string {
  if (toolmark !== null) return toolmark.state === 'ok' ? 'connected' : 'look';
  return state === 'missing' ? 'no config' : state === 'unreadable' ? 'unreadable' : 'no';
}

const below = ({ problem, toolmark }: ListedClient): readonly string[] => [
  ...(problem === null ? [] : [safeText(problem)]),
  ...(toolmark === null || toolmark.state === 'ok' ? [] : [`'${safeText(toolmark.name)}' ${toolmark.message}`]),
];

async function surroundingsOf(options: ConnectOptions, io: Io, platform: string): Promise<Surroundings> {
  const dataDir = dataDirOf(options.data, io);
  const found = await findGateway(options, io);
  const facts = found.ok ? await gatewayFacts(createClient(found.value, io)) : undefined;
  return {
    gateway: found.ok ? found.value.base : undefined,
    ...{
      isOpen: facts?.isOpen ?? false,
      secrets: await readLocalSecrets(dataDir),
      dataDir,
      platform,
      env: io.env,
      cwd: io.cwd,
    },
    ...{ named: facts?.tokens ?? [], profiles: facts?.profiles },
  };
}

function toListed({ place, state, problem, servers }: ClientConfig, surroundings: Surroundings): ListedClient {
  const entries = servers.flatMap(([name, raw]) => toClientEntry(name, raw) ?? []);
  const ours = entries.find((entry) => isToolmark(entry, surroundings.gateway));
  const judged = ours === undefined ? undefined : judgeEntry(ours, surroundings);
  return {
    ...{ client: place.client, name: place.name, scope: place.scope, file: place.file, state, problem },
    toolmark:
      ours === undefined || judged === undefined
        ? null
        : { name: ours.name, state: judged.state, message: judged.message },
    other_servers: servers.map(([name]) => name).filter((name) => name !== ours?.name),
  };
}
