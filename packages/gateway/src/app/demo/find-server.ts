import { err, ok, type Result } from '@toolmark/annotations';
import { type Clock, pause } from '@toolmark/base';
import { DEMO_ENTRY, type GatewayConfig, type ServerConfig } from '@toolmark/config';
import type { ConfigEditor } from '@toolmark/setup';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import { STORY } from './story.ts';

/** The name in the demo server's `serverInfo`. */
const DEMO_SERVER = 'toolmark-demo';

export interface FindServerDeps {
  readonly config: () => GatewayConfig;
  readonly configFile: string;
  readonly servers: () => readonly UpstreamServer[];
  readonly catalog: () => Catalog;
  /** Adds the server if it is missing. */
  readonly editor: Pick<ConfigEditor, 'add'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The demo server, ready to be called. */
export interface DemoServer {
  readonly name: string;
  /** Its tools, by their names at the server. */
  readonly tools: ReadonlyMap<string, CatalogTool>;
}

/** The deadline from its start to its first list. */
const READY_MS = 30_000;
/** How long to wait for connecting servers, any of which may be the demo server. */
const CONNECT_MS = 10_000;
const LOOK_MS = 100;

/** Finds the demo server, or adds it. Fails with a readable reason that says how to solve the problem. */
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

/** The name of the demo server. Only connected servers can be identified for sure, so this waits for those that are connecting. */
async function knownName(deps: FindServerDeps): Promise<string | undefined> {
  const { servers, clock, signal } = deps;
  // A server that has failed before has a reason, and may retry forever, so it is not waited for.
  const isConnecting = (): boolean =>
    servers().some(({ status }) => status().state === 'connecting' && status().reason === undefined);
  for (const end = clock.now() + CONNECT_MS; ; ) {
    const name = findName(deps);
    if (name !== undefined || !isConnecting() || clock.now() >= end) return name;
    if (!(await pause(LOOK_MS, signal, clock))) throw signal.reason;
  }
}

function findName({ servers, config }: FindServerDeps): string | undefined {
  const connected = servers().find(({ status }) => status().serverInfo?.['name'] === DEMO_SERVER);
  return connected?.name ?? config().servers.find(startsDemo)?.name;
}

/** Before it is connected, the demo server can only be recognized by its command. */
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
    return err('The demo needs the demo server, but this gateway passes another server through (transparent).');
  const added = await editor.add({ name, entry: DEMO_ENTRY });
  if (added.ok) return ok(undefined);
  return err(`The demo server could not be added to the config. ${added.error.message}`);
}

/** The tools of the server; `undefined` until it is ready and offers every tool of the story. */
function toolsOf(name: string, { servers, catalog }: FindServerDeps): DemoServer['tools'] | undefined {
  const server = servers().find((candidate) => candidate.name === name);
  if (server?.status().state !== 'ready') return undefined;
  const own = catalog().tools.filter((tool) => tool.server === name);
  const tools = new Map(own.map((tool) => [tool.definition.name, tool]));
  return STORY.every(({ tool }) => tools.has(tool)) ? tools : undefined;
}

/** Why waiting for the server is pointless, or `undefined`. */
function problemOf(name: string, { servers, config, configFile }: FindServerDeps): string | undefined {
  const status = servers()
    .find((candidate) => candidate.name === name)
    ?.status();
  if (config().servers.find((candidate) => candidate.name === name)?.disabled === true)
    return `The demo uses server '${name}', which is disabled in ${configFile}. Enable it there.`;
  return status?.state === 'failed' ? `Server '${name}' does not start. ${status.reason ?? ''}`.trimEnd() : undefined;
}
