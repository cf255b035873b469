import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainProxy, type Runnable, type RunningTarget } from '../check/target.ts';
import { createHttpClient } from '../client/http-client.ts';
import type { RawClient } from '../client/raw-client.ts';
import { createSseClient } from '../client/sse-client.ts';
import { createStdioClient } from '../client/stdio-client.ts';
import { fixtureCommand, startFixture } from './fixture.ts';
import { eventually, freePort, startProgram, untilReady } from './process.ts';

/** The time for the hub to connect to its server; with a readable server it takes one second. */
const HUB_START_MS = 6_000;

/** Other proxies, at the versions pinned in this folder's manifest, each configured as its manual first shows. */
export const peers: readonly Runnable[] = [
  {
    ...plainProxy('supergateway 4.0.0'),
    open: (tools) =>
      overHttp((port) => [
        ...bin('supergateway', 'dist/index.js'),
        ...['--stdio', fixtureCommand('legacy', tools).join(' ')],
        ...['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none'],
      ]),
  },
  {
    ...plainProxy('mcp-proxy 6.7.19'),
    open: (tools) => overHttp((port) => mcpProxy(port, tools)),
  },
  {
    ...plainProxy('mcp-proxy 6.7.19 (2026-07-28)'),
    open: (tools) =>
      overHttp(
        (port) => mcpProxy(port, tools),
        async (url) => {
          const client = await createHttpClient(url, 'modern');
          await client.request('server/discover');
          return client;
        },
      ),
  },
  {
    ...plainProxy('mcp-hub 4.2.1'),
    // It prefixes every name with its server's name.
    nameOf: (name) => `fixture__${name}`,
    allows: ({ path }) => path.at(-1) === 'uri' || path.at(-1) === 'uriTemplate',
    open: mcpHub,
  },
  {
    ...plainProxy('mcp-remote 0.15.1'),
    open: mcpRemote,
  },
];

function mcpProxy(port: number, tools: string): readonly string[] {
  const listen = ['--host', '127.0.0.1', '--port', String(port)];
  return [...bin('mcp-proxy', 'dist/bin/mcp-proxy.mjs'), ...listen, '--', ...fixtureCommand('legacy', tools)];
}

async function mcpHub(tools: string): Promise<RunningTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-mcp-hub-'));
  const config = join(folder, 'servers.json');
  const [command, ...args] = fixtureCommand('legacy', tools);
  await writeFile(config, JSON.stringify({ mcpServers: { fixture: { command, args } } }));
  const running = await overHttp(
    (port) => [...bin('mcp-hub', 'dist/cli.js'), '--port', String(port), '--config', config],
    (url) => createSseClient(url),
    // The hub writes its logs and its cache below these folders.
    { XDG_STATE_HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  );
  // The hub listens before it has connected to its server, and never connects to one whose list it cannot read.
  await untilReady(running.client, HUB_START_MS).catch(() => {});
  return {
    client: running.client,
    async close() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function mcpRemote(tools: string): Promise<RunningTarget> {
  const fixture = await startFixture('legacy', tools);
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-mcp-remote-'));
  const clean = async () => {
    await fixture.program.close();
    await rm(folder, { recursive: true, force: true });
  };
  const command = [
    ...bin('mcp-remote', 'dist/proxy.js'),
    `${fixture.url}/mcp`,
    '--allow-http',
    '--transport',
    'http-only',
  ];
  try {
    const client = await createStdioClient(command, 'legacy', { MCP_REMOTE_CONFIG_DIR: folder });
    return {
      client,
      async close() {
        await client.close();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}

/** Starts a program that listens on a given port, and waits until it answers. */
async function overHttp(
  command: (port: number) => readonly string[],
  connect: (url: string) => Promise<RawClient> = (url) => createHttpClient(url, 'legacy'),
  env: Readonly<Record<string, string>> = {},
): Promise<RunningTarget> {
  const port = await freePort();
  const program = startProgram(command(port), env);
  try {
    const client = await eventually(() => connect(`http://127.0.0.1:${port}/mcp`));
    return {
      client,
      async close() {
        await client.close().catch(() => {});
        await program.close();
      },
    };
  } catch (error) {
    await program.close();
    throw new Error(`${String(error)}\n${program.stderr()}`);
  }
}

function bin(name: string, file: string): readonly string[] {
  return [process.execPath, fileURLToPath(new URL(`../../../node_modules/${name}/${file}`, import.meta.url))];
}
