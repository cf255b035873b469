import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Agent, type Dispatcher, fetch, ProxyAgent } from 'undici';
import { VERSIONS } from '../../servers/cloudbase/src/cloud/cloud-api.ts';
import { signTc3 } from '../../servers/cloudbase/src/cloud/tc3.ts';
import type { Credentials } from '../../servers/cloudbase/src/session/session.ts';
import { within } from '../gateway/deadline.ts';

const START_WITHIN_MS = 60_000;
const EMULATOR = fileURLToPath(new URL('./emulator-process.ts', import.meta.url));
const DIRECT = fileURLToPath(new URL('./server-process.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../../servers/cloudbase/bin/toolmark-cloudbase.js', import.meta.url));
const ORIGINAL = join(createRequire(import.meta.url).resolve('@cloudbase/cloudbase-mcp'), '../cli.cjs');

const closers = new Set<() => Promise<unknown>>();

/** Ends every process that this module started. */
export async function closeAll(): Promise<void> {
  for (const close of [...closers].toReversed()) await close();
  closers.clear();
}

/** An emulated CloudBase in a separate process. */
export interface EmulatorProcess {
  readonly url: string;
  readonly credentials: Credentials;
  readonly envId: string;
  readonly proxy: { readonly url: string; readonly certificate: string };
}

export async function startEmulator(): Promise<EmulatorProcess> {
  const child = fork(EMULATOR);
  const [started] = (await within(START_WITHIN_MS, 'the start of the emulator', once(child, 'message'))) as [
    EmulatorProcess,
  ];
  closers.add(async () => {
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  });
  return started;
}

export type RawRequest = (action: string, payload: object) => Promise<void>;

/** Sends signed requests to the emulator over plain HTTP, with the `fetch` of undici, which is also that of Node. */
export function rawRequests(emulator: EmulatorProcess): RawRequest {
  const agent = new Agent();
  closers.add(() => agent.close());
  return sender(new URL(`${emulator.url}/api/tcb/`), emulator, agent);
}

/** The same requests to Tencent's own name, through the proxy. */
export async function rawRequestsByProxy(emulator: EmulatorProcess): Promise<RawRequest> {
  const { url, certificate } = emulator.proxy;
  const agent = new ProxyAgent({ uri: url, requestTls: { ca: await readFile(certificate, 'utf8') } });
  closers.add(() => agent.close());
  return sender(new URL('https://tcb.tencentcloudapi.com/'), emulator, agent);
}

function sender(url: URL, { credentials }: EmulatorProcess, dispatcher: Dispatcher): RawRequest {
  return async (action, payload) => {
    const body = JSON.stringify(payload);
    const type = { 'content-type': 'application/json' };
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = { method: 'POST', url, service: 'tcb', headers: type, body, timestamp };
    const headers = {
      ...type,
      'x-tc-action': action,
      'x-tc-version': VERSIONS.tcb,
      'x-tc-region': 'ap-shanghai',
      'x-tc-timestamp': String(timestamp),
      authorization: signTc3(signed, credentials),
    };
    const reply = await fetch(url, { method: 'POST', headers, body, dispatcher });
    const answer = (await reply.json()) as { readonly Response: { readonly Error?: unknown } };
    if (answer.Response.Error !== undefined) throw new Error(`${action}: ${JSON.stringify(answer.Response.Error)}`);
  };
}

/** An MCP server with a real client on stdin and stdout. */
export interface ServerProcess {
  readonly client: Client;
  /** A request that the server answers by itself: what the connection alone costs. */
  readonly ping: () => Promise<void>;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `direct`: to the emulator. The others believe that they speak to Tencent, and come through the proxy. */
export type ServerKind = 'direct' | 'ours' | 'original';

export async function startServer(
  kind: ServerKind,
  emulator: EmulatorProcess,
  language: 'en' | 'zh' = 'en',
): Promise<ServerProcess> {
  const { credentials, envId, proxy } = emulator;
  const home = await mkdtemp(join(tmpdir(), 'toolmark-bench-'));
  const commands: Readonly<Record<ServerKind, readonly string[]>> = {
    // No user is present to confirm an update.
    direct: ['--conditions=@toolmark/source', DIRECT, '--unattended'],
    ours: [SERVER],
    original: [ORIGINAL],
  };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...commands[kind]],
    cwd: home,
    env: {
      HOME: home,
      PATH: process.env['PATH'] ?? '',
      TCB_LANG: language,
      TENCENTCLOUD_SECRETID: credentials.secretId,
      TENCENTCLOUD_SECRETKEY: credentials.secretKey,
      CLOUDBASE_ENV_ID: envId,
      CLOUDBASE_MCP_TELEMETRY_DISABLED: 'true',
      ...(kind === 'direct'
        ? { EMULATOR_URL: emulator.url }
        : {
            http_proxy: proxy.url,
            https_proxy: proxy.url,
            // Has Node's own fetch read the two above.
            NODE_USE_ENV_PROXY: '1',
            CLOUDBASE_TCB_CLOUDAPI_PROXY: proxy.url,
            NODE_EXTRA_CA_CERTS: proxy.certificate,
          }),
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const close = async (): Promise<void> => {
    closers.delete(close);
    await client.close();
    await rm(home, { recursive: true, force: true });
  };
  closers.add(close);
  await within(START_WITHIN_MS, `the start of ${kind}`, client.connect(transport));
  return {
    client,
    close,
    ping: async () => void (await client.ping()),
    call: async (name, args) => {
      const { isError, content } = await client.callTool({ name, arguments: { ...args } });
      if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    },
  };
}
