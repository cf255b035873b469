// `node --conditions=@toolmark/source scripts/measure-call.ts [--list]`: counts the functions and files of ours that one warm call
// of a reading tool executes, from the socket to the reply, by V8's precise coverage.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGateway } from '@toolmark/gateway';

const root = fileURLToPath(new URL('..', import.meta.url));
const PROTOCOL = '2026-07-28';
const WARM_CALLS = 200;
/** The pause between two calls: longer than the delay of disk writes. */
const SETTLE_MS = 300;
const ROUNDS = 7;

const SERVER = join(root, 'bench/gateway/upstream/stdio-server.mjs');
const dataDir = await mkdtemp(join(tmpdir(), 'toolmark-call-'));
const configFile = join(dataDir, 'toolmark.json');
const notes = { command: process.execPath, args: [SERVER], trust: 'declared' };
await writeFile(configFile, JSON.stringify({ mcpServers: { notes } }));

const started = await startGateway({
  configFile,
  dataDir,
  env: process.env,
  version: '0.0.0',
  host: '127.0.0.1',
  port: 0,
  auth: false,
  self: { command: process.execPath, args: [] },
  log: { format: 'json', color: false, destination: { write: () => {} } },
});
if (!started.ok) throw new Error(started.error);
const gateway = started.value;

/** One call of a client of 2026-07-28. */
async function call(): Promise<string> {
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL,
      'mcp-method': 'tools/call',
      'mcp-name': 'notes__echo',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'notes__echo',
        arguments: { text: 'hello' },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': PROTOCOL,
          'io.modelcontextprotocol/clientInfo': { name: 'measure', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  return await response.text();
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const session = new Session();
session.connect();

/** The functions executed since the last snapshot, by file. */
async function take(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!file.startsWith('packages/')) return [];
    const names = functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => functionName || '(anonymous)');
    return names.length === 0 ? [] : [[file, names] as const];
  });
  return new Map(ran);
}

try {
  // The first calls wait until their server is ready.
  let reply = '';
  for (let made = 0; made < WARM_CALLS; made++) reply = await call();
  if (!reply.includes('hello')) throw new Error(`the call failed: ${reply}`);
  await wait(2_000);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const calls: ReadonlyMap<string, readonly string[]>[] = [];
  for (let made = 0; made < ROUNDS; made++) {
    await wait(SETTLE_MS);
    await take();
    await call();
    calls.push(await take());
  }
  const [first = new Map<string, readonly string[]>(), ...others] = calls;
  // Keep only functions of every call: timers and the like run in some of them.
  const common = [...first].flatMap(([file, names]) => {
    const always = names.filter((name) => others.every((ran) => ran.get(file)?.includes(name) === true));
    return always.length === 0 ? [] : [[file, always] as const];
  });
  if (process.argv.includes('--list'))
    for (const [file, names] of common.toSorted()) console.log(`${file}: ${names.join(', ')}`);
  const functions = common.reduce((sum, [, names]) => sum + names.length, 0);
  console.log(`until the reply, in each of ${ROUNDS} calls: ${functions} functions in ${common.length} files`);
} finally {
  await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
