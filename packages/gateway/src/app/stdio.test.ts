import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPipes } from '../front/mcp/fixtures/pipes.ts';
import { INITIALIZE } from '../front/mcp/fixtures/requests.ts';
import { runStdio } from './stdio.ts';

/** A server whose one tool answers when the given file exists. */
const SERVER = `
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  if (method === 'tools/list') send({ id, result: { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] } });
  if (method !== 'tools/call') return;
  send({ method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress: 1 } });
  const timer = setInterval(() => {
    if (!existsSync(params.arguments.file)) return;
    clearInterval(timer);
    send({ id, result: { content: [] } });
  }, 5);
});`;

async function start(config: object) {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolmark-stdio-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const configFile = join(dataDir, 'toolmark.json');
  const server = join(dataDir, 'server.mjs');
  await writeFile(server, SERVER);
  const mcpServers = { s: { command: process.execPath, args: [server], protocol: 'legacy' } };
  const policy = { defaults: { destructive: 'allow' } };
  await writeFile(configFile, JSON.stringify({ mcpServers, policy, ...config }));
  const pipes = createPipes();
  const stop = new AbortController();
  const { stdin, stdout, stderr } = pipes;
  const logged: string[] = [];
  const ended = runStdio(
    {
      configFile,
      dataDir,
      env: process.env,
      self: { command: process.execPath, args: [] },
      version: '0.0.0',
      log: { format: 'json', color: false, destination: { write: (line) => void logged.push(line) } },
      mayJoin: true,
    },
    { stdin, stdout, stderr, signal: stop.signal },
  );
  pipes.send(INITIALIZE);
  const hello = await pipes.next();
  expect(hello).toMatchObject({ id: 0 });
  pipes.send({ method: 'notifications/initialized' });
  /** The next message, without list changes, which are sent when the server connects. */
  const next = async (): Promise<Awaited<ReturnType<typeof pipes.next>>> => {
    for (;;) {
      const message = await pipes.next();
      if (message?.['method'] !== 'notifications/tools/list_changed') return message;
    }
  };
  return { ...pipes, next, dataDir, stop, logged, ended, hello };
}

it('ends on a signal after the calls under way are answered, and refuses new ones', async () => {
  const { send, next, stop, ended, dataDir } = await start({});
  const file = join(dataDir, 'go');
  const params = { name: 's__wait', arguments: { file }, _meta: { progressToken: 1 } };
  send({ id: 1, method: 'tools/call', params });
  expect(await next()).toMatchObject({ method: 'notifications/progress' });
  stop.abort();
  send({ id: 2, method: 'tools/call', params });
  expect(await next()).toMatchObject({ id: 2, error: { code: -32066 } });
  await writeFile(file, '');
  expect(await next()).toMatchObject({ id: 1, result: { content: [] } });
  expect(await ended).toEqual({ ok: true, value: undefined });
});

it('does not wait for a call longer than the config allows', async () => {
  const { send, next, stop, ended, dataDir } = await start({ limits: { drain: 0.1 } });
  const params = { name: 's__wait', arguments: { file: join(dataDir, 'never') }, _meta: { progressToken: 1 } };
  send({ id: 1, method: 'tools/call', params });
  expect(await next()).toMatchObject({ method: 'notifications/progress' });
  stop.abort();
  expect(await ended).toEqual({ ok: true, value: undefined });
});

it('logs the warnings of the config', async () => {
  const { stdin, logged, ended } = await start({ surprise: 1 });
  stdin.end();
  await ended;
  expect(logged.filter((line) => line.includes('surprise'))).toHaveLength(1);
});

it('declares the capabilities of the server that is passed through', async () => {
  const { hello, stop, ended } = await start({ transparent: true });
  expect(hello).toMatchObject({ result: { capabilities: { tools: {} } } });
  stop.abort();
  expect(await ended).toEqual({ ok: true, value: undefined });
});
