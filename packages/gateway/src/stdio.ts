import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ok, type Result } from '@toolmark/annotations';
import type { GatewayFile } from '@toolmark/api-contract';
import { createEngine } from './engine.ts';
import { joinGateway } from './front/mcp/stdio/join/join-gateway.ts';
import { serveStdioFront } from './front/mcp/stdio/serve-stdio.ts';
import { createLog } from './log.ts';
import { type GatewayOptions, readConfig } from './main.ts';
import { readRuntimeFile } from './runtime-file.ts';
import { systemClock } from './upstream/clock.ts';

export interface StdioOptions extends Omit<GatewayOptions, 'auth' | 'host' | 'port'> {
  /** Whether a gateway that runs already on the same config may do the work. */
  readonly mayJoin: boolean;
}

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

/** How long a gateway gets to say that it is alive. It is on this machine. */
const HELLO_MS = 1_000;
/** How long calls under way get once the client has closed stdin. */
const DRAIN_MS = 10_000;

/** The gateway as a stdio server, until the client is gone: joined to the one that runs, or on its own. */
export async function runStdio(options: StdioOptions, streams: Streams): Promise<Result<undefined, string>> {
  const running = options.mayJoin ? await findRunning(options) : undefined;
  if (running === undefined) return serveAlone(options, streams);
  const token = await readToken(options.dataDir);
  await joinGateway({ url: `${running.url}/mcp`, token, ...streams, clock: systemClock, drainMs: DRAIN_MS });
  return ok(undefined);
}

async function serveAlone(options: StdioOptions, streams: Streams): Promise<Result<undefined, string>> {
  const loaded = await readConfig(options);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const { dataDir, version, env } = options;
  const log = createLog({ ...options.log, level: options.logLevel ?? config.log.level });
  const engine = await createEngine({ config, dataDir, version, env, log });
  const front = serveStdioFront({
    core: engine.core,
    clock: systemClock,
    newId: randomUUID,
    log,
    serverInfo: engine.serverInfo,
    limits: config.limits,
    stdin: streams.stdin,
    stdout: streams.stdout,
  });
  const onAbort = (): void => void front.close();
  streams.signal.addEventListener('abort', onAbort, { once: true });
  if (streams.signal.aborted) onAbort();
  await front.closed;
  streams.signal.removeEventListener('abort', onAbort);
  await engine.close();
  return ok(undefined);
}

/** The gateway of this data folder, if it lives and offers what this config says. */
async function findRunning({ dataDir, configFile }: StdioOptions): Promise<GatewayFile | undefined> {
  const file = await readRuntimeFile(dataDir);
  if (file === undefined || file.config !== configFile) return undefined;
  try {
    const response = await fetch(`${file.url}/healthz`, { signal: AbortSignal.timeout(HELLO_MS) });
    await response.body?.cancel();
    return response.ok ? file : undefined;
  } catch {
    return undefined;
  }
}

async function readToken(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'token'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}
