import { err, ok, type Result } from '@toolmark/annotations';
import { type Clock, pause } from '@toolmark/base';
import { DEMO_ENTRY, type GatewayConfig, type ServerConfig } from '@toolmark/config';
import type { ConfigEditor } from '@toolmark/setup';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import { STORY } from './story.ts';

/** What it says it is called when it is connected. */
const DEMO_SERVER = 'toolmark-demo';

export interface FindServerDeps {
  readonly config: () => GatewayConfig;
  readonly configFile: string;
  readonly servers: () => readonly UpstreamServer[];
  readonly catalog: () => Catalog;
  /** Adds it where it is missing. */
  readonly editor: Pick<ConfigEditor, 'add'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The server that the story is about, ready to be called. */
export interface DemoServer {
  readonly name: string;
  /** By the names that it gives them. */
  readonly tools: ReadonlyMap<string, CatalogTool>;
}

/** From its start to its first list; the program has to be loaded. */
const READY_MS = 30_000;
/** How long servers of which nothing is known yet may be the one that is looked for. */
const CONNECT_MS = 10_000;
const LOOK_MS = 100;

/** Finds the demo server, or adds it. What keeps it from being there is a sentence for a person that says what to do. */
export async function findDemoServer(deps: FindServerDeps): Promise<Result<DemoServer, string>> {
  const { clock, signal, config } = deps;
  const known = await knownName(deps);
  const name = known ?? freeName(config().servers);
  const added = known === undefined ? await add(name, deps) : ok(undefined);
  if (!added.ok) return added;
  for (const end = clock.now() + READY_MS; ; ) {
    const tools = toolsOf(name, deps);
    if (tools !== undefined) return ok({ name, tools });
    const problem = problemOf(name, deps);
    if (problem !== undefined) return err(problem);
    if (clock.now() >= end)
      return err(`Server '${name}' was not ready within ${READY_MS / 1_000} s. See: toolmark servers`);
    if (!(await pause(LOOK_MS, signal, clock))) throw signal.reason;
  }
}

/** What a server is, only a connected one says for sure: while some are not, none is added beside them. */
async function knownName(deps: FindServerDeps): Promise<string | undefined> {
  const { servers, clock, signal } = deps;
  // One that has failed already has a reason; it may go on trying for ever.
  const isConnecting = (): boolean =>
    servers().some(({ status }) => status().state === 'connecting' && status().reason === undefined);
  for (const end = clock.now() + CONNECT_MS; ; ) {
    const name = nameOf(deps);
    if (name !== undefined || !isConnecting() || clock.now() >= end) return name;
    if (!(await pause(LOOK_MS, signal, clock))) throw signal.reason;
  }
}

function nameOf({ servers, config }: FindServerDeps): string | undefined {
  const connected = servers().find(({ status }) => status().serverInfo?.['name'] === DEMO_SERVER);
  return connected?.name ?? config().servers.find(startsDemo)?.name;
}

/** While it is not connected, only its command tells what it is. */
const startsDemo = ({ target }: ServerConfig): boolean =>
  target.kind === 'command' && (target.args ?? []).some((argument) => argument === DEMO_ENTRY.args[0]);

function freeName(servers: readonly ServerConfig[]): string {
  const taken = new Set(servers.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'demo' : `demo-${number}`;
    if (!taken.has(name)) return name;
  }
}

async function add(name: string, { editor, config }: FindServerDeps): Promise<Result<void, string>> {
  if (config().transparent)
    return err('The demo works on the demo server, and this gateway passes another one through (transparent).');
  const added = await editor.add({ name, entry: DEMO_ENTRY });
  if (added.ok) return ok(undefined);
  return err(`The demo works on the demo server, which could not be added to the config. ${added.error.message}`);
}

/** `undefined` until it is ready and offers what the story calls. */
function toolsOf(name: string, { servers, catalog }: FindServerDeps): DemoServer['tools'] | undefined {
  const server = servers().find((candidate) => candidate.name === name);
  if (server?.status().state !== 'ready') return undefined;
  const own = catalog().tools.filter((tool) => tool.server === name);
  const tools = new Map(own.map((tool) => [tool.definition.name, tool]));
  return STORY.every(({ tool }) => tools.has(tool)) ? tools : undefined;
}

/** Why waiting makes no sense. */
function problemOf(name: string, { servers, config, configFile }: FindServerDeps): string | undefined {
  const status = servers()
    .find((candidate) => candidate.name === name)
    ?.status();
  if (config().servers.find((candidate) => candidate.name === name)?.disabled === true)
    return `The demo works on server '${name}', which is disabled in ${configFile}. Enable it there.`;
  return status?.state === 'failed' ? `Server '${name}' does not start. ${status.reason ?? ''}`.trimEnd() : undefined;
}
