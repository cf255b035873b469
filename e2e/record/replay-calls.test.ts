import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ToolCall } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway, TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { connectTo } from './fixtures/clients.ts';
import { ledger, type RecordView, untilOffered, viewOf } from './fixtures/record.ts';

const ends: (() => Promise<void>)[] = [];
/** Runs during all tests of this file. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ servers: { ledger: ledger() }, whenOver: (end) => ends.push(end) });
  await untilOffered(gateway);
}, 60_000);
afterAll(async () => {
  for (const end of ends) await end();
});

interface World {
  readonly view: RecordView;
  readonly look: ToolCall;
  readonly remove: ToolCall;
  /** The number of calls since this world was created, its own read and deletion included. */
  readonly callsSince: (tool?: string) => Promise<number>;
}

let worlds = 0;

/** A client has made a read and a deletion. */
async function createWorld(): Promise<World> {
  const view = viewOf(gateway);
  const total = async (tool?: string): Promise<number> =>
    (await view.calls(tool === undefined ? '' : `?tool=${tool}`)).total;
  const before = new Map([
    [undefined, await total()],
    ['remove', await total('remove')],
  ]);
  worlds += 1;
  const client = await connectTo(gateway, 'modern', { name: `client ${worlds}` });
  await client.call('look', { n: 1 });
  await client.call('remove', { n: 2 });
  const [remove, look] = (await view.calls()).tool_calls;
  if (look === undefined || remove === undefined) throw new Error('The calls were not recorded.');
  expect([look, remove].map(({ client_name: name }) => name)).toEqual([`client ${worlds}`, `client ${worlds}`]);
  return { view, look, remove, callsSince: async (tool) => (await total(tool)) - (before.get(tool) ?? 0) };
}

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.api(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('a call through the API', () => {
  it("is made and recorded like any other, as one of the owner's token", async () => {
    const { view, callsSince } = await createWorld();
    const { total: sessions } = await view.sessions();
    const called = await post('/tools/ledger/add/call', { arguments: { n: 7 } }, { 'toolmark-client': 'script/1' });
    expect(called).toMatchObject({
      status: 200,
      body: {
        tool_call: { tool: 'add', class: 'additive', status: 'ok', mode: 'cli', era: null, client_name: 'script' },
      },
    });
    const [newest] = (await view.calls()).tool_calls;
    expect(newest).toMatchObject({ tool: 'add', mode: 'cli', status: 'ok' });
    expect(await view.session(newest?.session_id ?? '')).toMatchObject({
      mode: 'cli',
      client_name: 'script',
      client_version: '1',
      tool_call_count: 1,
    });
    expect((await view.sessions()).total).toBe(sessions + 1);
    const failed = await post('/tools/ledger/stumble/call', { arguments: { n: 8 } });
    expect(failed).toMatchObject({ status: 200, body: { tool_call: { status: 'error', mode: 'cli' } } });
    const unknown = await post('/tools/ledger/nowhere/call', {});
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(await callsSince()).toBe(4);
  });

  it('can be repeated, a write only with confirmation', async () => {
    const { look, remove, callsSince } = await createWorld();
    const again = await post(`/tool-calls/${look.id}/replay`);
    expect(again).toMatchObject({
      status: 200,
      body: { tool_call: { tool: 'look', mode: 'cli', status: 'ok', arguments: { value: { n: 1 } } } },
    });
    const refused = await post(`/tool-calls/${remove.id}/replay`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining('destructive') } },
    });
    expect(await callsSince('remove')).toBe(1);
    const confirmed = await post(`/tool-calls/${remove.id}/replay`, { confirm: true });
    expect(confirmed).toMatchObject({
      status: 200,
      body: { tool_call: { tool: 'remove', mode: 'cli', status: 'ok' } },
    });
    expect(await callsSince('remove')).toBe(2);
    expect((await post('/tool-calls/00000000-0000-7000-8000-000000000000/replay')).status).toBe(404);
  });
});

/** Runs a program on a pseudo terminal; part of util-linux. */
const SCRIPT = '/usr/bin/script';

/** Runs a command on a terminal, and types the answer to its question. */
async function runOnTerminal(
  args: readonly string[],
  typed: string,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const quoted = [process.execPath, TOOLMARK, ...args].map((arg) => `'${arg}'`).join(' ');
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', quoted, '/dev/null'], {
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const hadAsked = said.includes('[y/N]');
    said += chunk;
    if (!hadAsked && said.includes('[y/N]')) child.stdin.write(`${typed}\n`);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, said };
}

describe('toolmark calls replay', () => {
  it('repeats a read-only call without a question', async () => {
    const { view, look } = await createWorld();
    const run = await runCli(['calls', 'replay', look.id, '--data', gateway.dataDir]);
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    const [newest] = (await view.calls('?tool=look')).tool_calls;
    expect(newest).toMatchObject({ mode: 'cli', status: 'ok', client_name: 'toolmark-cli' });
    expect(newest?.id).not.toBe(look.id);
  });

  it('destroys nothing without a terminal, unless it is told to', async () => {
    const { remove, callsSince } = await createWorld();
    const refused = await runCli(['calls', 'replay', remove.id, '--data', gateway.dataDir]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('--yes');
    expect(await callsSince('remove')).toBe(1);
    const agreed = await runCli(['calls', 'replay', remove.id, '--yes', '--data', gateway.dataDir]);
    expect(agreed.code).toBe(0);
    expect(await callsSince('remove')).toBe(2);
  });

  it.runIf(existsSync(SCRIPT)).each([
    ['n', 1, 1],
    ['', 1, 1],
    ['y', 2, 0],
  ])('asks first on a terminal: %j', async (typed, total, code) => {
    const { remove, callsSince } = await createWorld();
    const run = await runOnTerminal(['calls', 'replay', remove.id, '--data', gateway.dataDir], typed);
    expect(run.said).toContain('[y/N]');
    expect(run.said).toContain('destructive');
    expect(await callsSince('remove')).toBe(total);
    expect(run.code).toBe(code);
  });
});
