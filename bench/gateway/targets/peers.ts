import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { start } from '../processes.ts';
import { npmPeer, onPath, ownHome } from './peer-programs.ts';
import { freePort, runningWhenListening } from './start-http.ts';
import { runningOverStdio } from './start-stdio.ts';
import type { Setup, Target, Upstream } from './target.ts';

// Each peer gets its fastest options: no logs, no event history, one transport.

const unchanged = (_server: string, tool: string): string => tool;
const prefixed = (server: string, tool: string): string => `${server}__${tool}`;

/**
 * Starts one child process for each legacy session. Modern clients are not measured: it starts a process for every
 * request there, and thirty of them at a time would disturb the next measurement.
 */
const supergateway: Target = {
  name: 'supergateway',
  role: 'peer',
  speaks: 'http',
  eras: ['legacy'],
  upstreams: ['stdio'],
  aggregates: false,
  toolName: unchanged,
  start: async (setup) => {
    const { command, args } = program(setup);
    const port = await freePort();
    const line = [command, ...args].map((word) => `'${word}'`).join(' ');
    const options = ['--stdio', line, '--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none'];
    const node = [...npmPeer('supergateway'), ...options, '--port', `${port}`];
    return runningWhenListening(start(process.execPath, node, ownHome(setup)), port, 'http');
  },
};

const supergatewayToUrl: Target = {
  ...supergateway,
  name: 'supergateway, stdio',
  speaks: 'stdio',
  upstreams: ['http'],
  start: async (setup) => {
    const node = [...npmPeer('supergateway'), '--streamableHttp', address(setup), '--logLevel', 'none'];
    return runningOverStdio(start(process.execPath, node, ownHome(setup)));
  },
};

const mcpProxy: Target = {
  name: 'mcp-proxy',
  role: 'peer',
  speaks: 'http',
  eras: ['legacy', 'modern'],
  upstreams: ['stdio'],
  aggregates: false,
  toolName: unchanged,
  start: async (setup) => {
    const { command, args } = program(setup);
    const port = await freePort();
    const options = ['--host', '127.0.0.1', '--port', `${port}`, '--server', 'stream', '--no-eventStore'];
    const node = [...npmPeer('mcp-proxy'), ...options, '--', command, ...args];
    return runningWhenListening(start(process.execPath, node, ownHome(setup)), port, 'http');
  },
};

/** Supports only the older HTTP+SSE transport. */
const mcpHub: Target = {
  name: 'mcp-hub',
  role: 'peer',
  speaks: 'sse',
  eras: ['legacy'],
  upstreams: ['stdio', 'http'],
  aggregates: true,
  toolName: prefixed,
  start: async (setup) => {
    const config = join(setup.folder, 'mcp-hub.json');
    await writeFile(config, JSON.stringify({ mcpServers: Object.fromEntries(setup.upstreams.map(toEntry)) }));
    await fillMarketplaceCache(setup);
    const port = await freePort();
    const node = [...npmPeer('mcp-hub'), '--port', `${port}`, '--config', config];
    return runningWhenListening(start(process.execPath, node, ownHome(setup)), port, 'sse');
  },
};

/** The reverse direction: for stdio-only clients of an HTTP server. */
const mcpRemote: Target = {
  name: 'mcp-remote, stdio',
  role: 'peer',
  speaks: 'stdio',
  eras: ['legacy'],
  upstreams: ['http'],
  aggregates: false,
  toolName: unchanged,
  start: async (setup) => {
    const node = [...npmPeer('mcp-remote'), address(setup), '--allow-http', '--transport', 'http-only', '--silent'];
    return runningOverStdio(start(process.execPath, node, ownHome(setup)));
  },
};

/** A Go program, measured if it is installed; `/mcp/all` is its mode without search. */
const mcpproxyGo = (file: string): Target => ({
  name: 'mcpproxy',
  role: 'peer',
  speaks: 'http',
  eras: ['legacy'],
  upstreams: ['stdio', 'http'],
  aggregates: true,
  toolName: prefixed,
  start: async (setup) => {
    const config = join(setup.folder, 'mcpproxy.json');
    const servers = setup.upstreams.map((upstream) => {
      const [name, entry] = toEntry(upstream);
      return { name, protocol: upstream.kind, enabled: true, quarantined: false, trust_mode: 'auto', ...entry };
    });
    await writeFile(
      config,
      JSON.stringify({
        mcpServers: servers,
        quarantine_enabled: false,
        check_server_repo: false,
        docker_isolation: { enabled: false },
        telemetry: { enabled: false },
      }),
    );
    const port = await freePort();
    const data = join(setup.folder, 'mcpproxy');
    await mkdir(data, { mode: 0o700 });
    const listen = ['--listen', `127.0.0.1:${port}`, '--enable-socket=false', '--log-level', 'error'];
    const args = ['serve', '--config', config, '--data-dir', data, ...listen];
    return runningWhenListening(start(file, args, ownHome(setup)), port, 'http', '/mcp/all');
  },
});

/** Every peer that can run on this machine. */
export function findPeers(): readonly Target[] {
  const mcpproxy = onPath('mcpproxy');
  const fromNpm = [supergateway, mcpProxy, mcpHub, supergatewayToUrl, mcpRemote];
  return mcpproxy === undefined ? fromNpm : [...fromNpm, mcpproxyGo(mcpproxy)];
}

function program({ upstreams: [upstream] }: Setup): Extract<Upstream, { kind: 'stdio' }> {
  if (upstream?.kind !== 'stdio') throw new Error('needs a program as its upstream');
  return upstream;
}

function address({ upstreams: [upstream] }: Setup): string {
  if (upstream?.kind !== 'http') throw new Error('needs an address as its upstream');
  return upstream.url;
}

function toEntry(upstream: Upstream): readonly [name: string, entry: Readonly<Record<string, unknown>>] {
  const { name } = upstream;
  return [name, upstream.kind === 'http' ? { url: upstream.url } : { command: upstream.command, args: upstream.args }];
}

/** mcp-hub downloads a catalogue at its start; a prefilled cache excludes the network from the start time. */
async function fillMarketplaceCache({ folder }: Setup): Promise<void> {
  const cache = join(folder, 'data', 'mcp-hub', 'cache');
  await mkdir(cache, { recursive: true });
  const registry = { version: '1', generatedAt: Date.now(), totalServers: 1, servers: [{ id: 'none', name: 'none' }] };
  const content = { registry, lastFetchedAt: Date.now(), serverDocumentation: {} };
  await writeFile(join(cache, 'registry.json'), JSON.stringify(content));
}
