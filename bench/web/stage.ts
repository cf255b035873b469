import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../../packages/record/src/store/sqlite/sqlite-engine.ts';
import { connectHttp } from '../gateway/load/http-client.ts';
import { printed, start } from '../gateway/processes.ts';
import { fillStore } from '../store/fill.ts';
import { makeTools } from '../tools.ts';

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const CLI = toPath('../../packages/cli/bin/toolmark.js');
const UPSTREAM = toPath('../gateway/upstream/stdio-server.mjs');

/** The first five have calls in the record. */
const SERVERS = ['files', 'github', 'postgres', 'browser', 'mail', 'calendar', 'chat', 'crm', 'docs', 'search'];
const TOOLS_PER_SERVER = 100;
const READY_WITHIN_MS = 120_000;

export const TOOLS = SERVERS.length * TOOLS_PER_SERVER;

export interface Stage {
  readonly url: string;
  /** Makes calls of a read-only tool through the MCP endpoint, with a maximum concurrency and rate. */
  readonly call: (count: number, concurrency: number, perSecond?: number) => Promise<void>;
  readonly end: () => Promise<void>;
}

/**
 * A gateway with ten servers of a hundred tools each, and this number of calls of the last thirty days in its record.
 */
export async function createStage(folder: string, calls: number): Promise<Stage> {
  const data = join(folder, 'data');
  await mkdir(join(data, 'record'), { recursive: true, mode: 0o700 });
  console.error(`  … filling the record with ${calls.toLocaleString('en')} calls`);
  const engine = await openSqlite({ file: join(data, 'record', 'record.db') });
  await fillStore(engine, calls, { until: Date.now() });
  await engine.close();

  const tools = join(folder, 'tools.json');
  // Each upstream adds one tool of its own.
  await writeFile(tools, JSON.stringify(makeTools(TOOLS_PER_SERVER - 1)));
  const config = join(folder, 'toolmark.json');
  const entry = { command: process.execPath, args: [UPSTREAM, '--tools', tools], trust: 'declared' };
  const retention = { sessions: 1_000_000, days: 36_500, bytes: 2 ** 40 };
  const mcpServers = Object.fromEntries(SERVERS.map((name) => [name, entry]));
  await writeFile(config, JSON.stringify({ mcpServers, record: { retention } }));
  const server = start(process.execPath, [CLI, 'serve', '--no-auth', ...options({ config, data, port: '0' })]);
  const url = await printed(server, /toolmark ready (\S+)/);
  await untilReady(url);
  return { url, call: callerOf(url), end: () => server.end() };
}

const options = (given: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);

async function untilReady(url: string): Promise<void> {
  for (const ends = performance.now() + READY_WITHIN_MS; performance.now() < ends; await delay(100)) {
    const response = await fetch(`${url}/readyz`);
    const { servers } = (await response.json()) as { readonly servers: Readonly<Record<string, number>> };
    if (servers['ready'] === SERVERS.length) return;
  }
  throw new Error('The servers did not get ready.');
}

function callerOf(url: string): Stage['call'] {
  return async (count, concurrency, perSecond = Number.POSITIVE_INFINITY) => {
    const client = await connectHttp(`${url}/mcp`, 'modern', {});
    const began = performance.now();
    let made = 0;
    const worker = async (): Promise<void> => {
      while (made < count) {
        const due = began + (made / perSecond) * 1_000;
        made += 1;
        await delay(Math.max(0, due - performance.now()));
        const name = `${SERVERS[made % SERVERS.length]}__echo`;
        await client.request('tools/call', { name, arguments: { text: `invoice ${made}` } });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    await client.close();
  };
}
