import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { within } from '../deadline.ts';
import { exchange } from '../load/exchange.ts';
import { envelope, PROTOCOL_VERSION } from '../load/raw-client.ts';
import { printed, type Started, start } from '../processes.ts';
import { createMeter, METER_FLAGS, type Meter } from './meter.ts';
import { createProbe, type Probe } from './probe.ts';

/** A running gateway with a normal server, a hostile one, and a client that continuously calls the normal one. */
export interface Testbed {
  readonly url: URL;
  readonly probe: Probe;
  readonly meter: Meter;
  /**
   * Calls a tool of the hostile server with the given JSON arguments; resolves with the status and the start of the
   * answer.
   */
  readonly call: (tool: string, args: string) => Promise<string>;
  readonly end: () => Promise<void>;
}

const cli = fileURLToPath(new URL('../../../packages/cli/bin/toolmark.js', import.meta.url));
const calm = fileURLToPath(new URL('../upstream/stdio-server.mjs', import.meta.url));
const hostile = fileURLToPath(new URL('upstream.ts', import.meta.url));
const START_DEADLINE_MS = 30_000;
const CALL_DEADLINE_MS = 120_000;
/** Enough characters to distinguish an answer from an error with its reason. */
const BEGINNING = 400;

export async function openTestbed(folder: string): Promise<Testbed> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'toolmark.json');
  const meterFile = join(folder, 'meter');
  const entry = (file: string) => ({ command: process.execPath, args: [file], trust: 'declared' });
  await writeFile(
    config,
    JSON.stringify({ mcpServers: { calm: entry(calm), hostile: entry(hostile) }, policy: { ask: { wait: 1 } } }),
  );
  const args = [cli, 'serve', '--config', config, '--data', join(folder, 'data'), '--port', '0', '--no-auth'];
  const gateway = start(process.execPath, [...METER_FLAGS, ...args], {
    TOOLMARK_HOME: join(folder, 'home'),
    METER_FILE: meterFile,
  });
  try {
    const ready = printed(gateway, /toolmark ready (http:\/\/\S+)/);
    const url = new URL('/mcp', await within(START_DEADLINE_MS, 'starting', ready));
    return await furnish(gateway, url, await createMeter(gateway.pid, meterFile));
  } catch (error) {
    await gateway.end();
    throw error;
  }
}

async function furnish(gateway: Started, url: URL, meter: Meter): Promise<Testbed> {
  const pool = new Pool(url.origin, { headersTimeout: CALL_DEADLINE_MS, bodyTimeout: CALL_DEADLINE_MS });
  const probe = await createProbe(url.href, 'calm__echo');
  let lastId = 0;
  return {
    url,
    probe,
    meter,
    call: async (tool, args) => {
      const name = `hostile__${tool}`;
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL_VERSION.modern,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      };
      // The arguments are already JSON text, and must be sent unchanged.
      const message = JSON.stringify(envelope('modern', ++lastId, 'tools/call', { name, arguments: null }));
      const body = message.replace('"arguments":null', () => `"arguments":${args}`);
      const sent = exchange(pool, { path: url.pathname, method: 'POST', headers, body });
      const response = await within(CALL_DEADLINE_MS, tool, sent);
      return `${response.status} ${response.body.subarray(0, BEGINNING).toString()}`;
    },
    end: async () => {
      await probe.close();
      await pool.destroy();
      await gateway.end();
    },
  };
}
