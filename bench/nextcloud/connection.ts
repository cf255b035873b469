import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DEMO_PASSWORD, DEMO_USER } from '../../servers/nextcloud/src/emulator/create-emulator.ts';
import { within } from '../gateway/deadline.ts';

const START_WITHIN_MS = 30_000;
const SERVER = fileURLToPath(new URL('../../servers/nextcloud/bin/toolmark-nextcloud.js', import.meta.url));

const closers = new Set<() => Promise<void>>();

/** Ends every process that this module started. */
export async function closeServers(): Promise<void> {
  for (const close of closers) await close();
  closers.clear();
}

/** An emulated Nextcloud in a separate process, and raw requests to it. */
export interface EmulatorProcess {
  readonly url: string;
  readonly request: (method: string, path: string, json?: unknown) => Promise<unknown>;
}

export async function startEmulator(): Promise<EmulatorProcess> {
  const child = fork(fileURLToPath(new URL('./emulator-process.ts', import.meta.url)));
  const [url] = (await within(START_WITHIN_MS, 'the start of the emulator', once(child, 'message'))) as [string];
  closers.add(async () => void child.disconnect());
  const authorization = `Basic ${Buffer.from(`${DEMO_USER}:${DEMO_PASSWORD}`).toString('base64')}`;
  return {
    url,
    request: async (method, path, json) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'ocs-apirequest': 'true', 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
      return response.json();
    },
  };
}

/** toolmark-nextcloud on an emulated Nextcloud, with a real client on stdin and stdout. */
export interface ServerProcess {
  readonly pid: number;
  /** A request that the server answers itself: the cost of the connection alone. */
  readonly ping: () => Promise<void>;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>;
}

export async function startServer({ url }: EmulatorProcess): Promise<ServerProcess> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    env: { NEXTCLOUD_HOST: url, NEXTCLOUD_USERNAME: DEMO_USER, NEXTCLOUD_PASSWORD: DEMO_PASSWORD },
    stderr: 'ignore',
  });
  await within(START_WITHIN_MS, 'the start of the server', client.connect(transport));
  closers.add(() => client.close());
  return {
    pid: transport.pid ?? 0,
    ping: async () => void (await client.ping()),
    call: async (name, args) => {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
      if (isError || structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(content)}`);
      // The output schemas of this server are objects.
      return structuredContent as Record<string, unknown>;
    },
  };
}
