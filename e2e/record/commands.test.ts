import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GatewayEvent,
  gatewayEventSchema,
  sessionListSchema,
  sessionSchema,
  toolCallDetailSchema,
  toolCallListSchema,
  toolCallSchema,
} from '@toolmark/api-contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { connectTo } from './fixtures/clients.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

const SOON = { timeout: 20_000, interval: 50 };
const servers = { ledger: ledger() };

async function start(dataDir: string): Promise<TestGateway> {
  const gateway = await startGateway({ servers, dataDir });
  await untilOffered(gateway);
  return gateway;
}

/** A gateway with recorded calls of two clients: four of `first`, of which one failed, and one of `second`. */
async function startUsed(): Promise<{
  readonly gateway: TestGateway;
  readonly ask: (line: string) => Promise<CliRun>;
}> {
  const dataDir = createFolder();
  const gateway = await start(dataDir);
  const first = await connectTo(gateway, 'modern', { name: 'first' });
  await first.call('look', { n: 1 });
  await first.call('repeat', { n: 2, note: 'the invoices of november' });
  await first.call('remove', { n: 3 });
  await first.call('stumble', { n: 4 });
  const second = await connectTo(gateway, 'older', { name: 'second' });
  await second.call('add', { n: 5 });
  await second.leave();
  // Wait until tokens are counted and the text index is ready.
  await expect
    .poll(async () => (await viewOf(gateway).calls()).tool_calls.map(({ metrics }) => metrics.total_tokens), SOON)
    .not.toContain(null);
  return { gateway, ask: (line) => runCli([...line.split(' '), '--data', dataDir]) };
}

/** Runs a watch command until it is interrupted. */
function watch(line: string, dataDir: string) {
  const { promise: spawned, resolve } = Promise.withResolvers<ChildProcess>();
  let stdout = '';
  const ended = runCli([...line.split(' '), '--data', dataDir], { onSpawn: resolve });
  void spawned.then((child) =>
    child.stdout?.on('data', (chunk: string) => {
      stdout += chunk;
    }),
  );
  const interrupt = async (): Promise<CliRun> => {
    (await spawned).kill('SIGINT');
    return await ended;
  };
  onTestFinished(async () => {
    (await spawned).kill('SIGKILL');
  });
  const lines = (): readonly string[] => stdout.split('\n').filter((text) => text !== '');
  const events = (): readonly GatewayEvent[] => lines().map((text) => gatewayEventSchema.parse(JSON.parse(text)));
  return { lines, events, interrupt };
}

describe("the record's commands, with a gateway", () => {
  it('list and show calls and sessions', async () => {
    const { gateway, ask } = await startUsed();
    const toolsOf = async (filters: string): Promise<readonly string[]> => {
      const { code, stdout, stderr } = await ask(`calls --json ${filters}`.trim());
      expect([code, stderr]).toEqual([0, '']);
      return toolCallListSchema.parse(JSON.parse(stdout)).tool_calls.map(({ tool }) => tool);
    };
    const sessions = sessionListSchema.parse(JSON.parse((await ask('sessions --json')).stdout));
    const [newest, oldest] = sessions.sessions;
    expect([newest?.client_name, oldest?.client_name, sessions.total]).toEqual(['second', 'first', 2]);

    // FR-018, FR-019
    expect(await toolsOf('')).toEqual(['add', 'stumble', 'remove', 'repeat', 'look']);
    expect(await toolsOf('--limit 2')).toEqual(['add', 'stumble']);
    expect(await toolsOf('--status error')).toEqual(['stumble']);
    expect(await toolsOf('--class destructive,additive --since 1h')).toEqual(['add', 'remove']);
    expect(await toolsOf('--tool look,repeat --server ledger')).toEqual(['repeat', 'look']);
    expect(await toolsOf(`--session ${newest?.id.slice(0, 8)}`)).toEqual(['add']);
    expect(await toolsOf('--search invoices')).toEqual(['repeat']);
    expect(await toolsOf('--until 1h')).toEqual([]);

    const table = await ask('calls --status error');
    const [, id = ''] = /(\b[0-9a-f]{8}-[0-9a-f]{4}[0-9a-f-]*)/.exec(table.stdout) ?? [];
    expect(table.stdout).toContain('✗ error');
    const shown = await ask(`calls show ${id}`);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('Could not find number 4.')]);
    const detail = toolCallDetailSchema.parse(JSON.parse((await ask(`calls show ${id} --json`)).stdout));
    expect(detail).toEqual(await viewOf(gateway).call(detail.id));

    const session = await ask(`sessions show ${oldest?.id.slice(0, 8)}`);
    expect([session.code, session.stdout]).toEqual([0, expect.stringMatching(/4: 3 read, 0 additive, 1 destructive/)]);
    expect(sessionSchema.parse(JSON.parse((await ask(`sessions show ${oldest?.id} --json`)).stdout)).id).toBe(
      oldest?.id,
    );
    expect((await ask('sessions --status closed')).stdout).toContain('second');
    expect((await ask('sessions --client nobody')).stdout).toBe('  No sessions match.\n');

    for (const [line, sentence] of [
      ['calls show ffffffff', "There is no call 'ffffffff'"],
      ['calls show ff', "'ff' is too short for an id: give its first 8 characters or more.\n"],
      ['calls --since 1h --until 2h', '--since must be before --until.\n'],
    ] as const)
      expect(await ask(line)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  });

  it('export calls, repeat one, and find no problems', async () => {
    const { gateway, ask } = await startUsed();
    const lines = (await ask('calls export --format ndjson')).stdout.trim().split('\n');
    expect(lines.map((line) => toolCallSchema.parse(JSON.parse(line)).tool)).toEqual([
      'look',
      'repeat',
      'remove',
      'stumble',
      'add',
    ]);
    const out = join(createFolder(), 'calls.csv');
    const written = await ask(`calls export --status ok --out ${out}`);
    expect([written.code, written.stdout, written.stderr.startsWith(`wrote ${out}`)]).toEqual([0, '', true]);
    expect(readFileSync(out, 'utf8').trim().split(/\r?\n/)).toHaveLength(5);

    const { tool_calls: calls } = await viewOf(gateway).calls();
    const idOf = (tool: string): string => calls.find((call) => call.tool === tool)?.id ?? '';
    expect((await ask(`calls replay ${idOf('look')}`)).code).toBe(0);
    expect((await ask(`calls replay ${idOf('stumble')}`)).code).toBe(1);
    const refused = await ask(`calls replay ${idOf('remove')}`);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/The call was not made\.\n$/)]);
    expect((await ask(`calls replay ${idOf('remove')} --yes`)).stdout).toContain('via the command line');
    expect((await viewOf(gateway).calls()).total).toBe(8);

    const doctor = JSON.parse((await ask('doctor --json')).stdout) as { ok: boolean; checks: { name: string }[] };
    expect([doctor.ok, doctor.checks.map(({ name }) => name)]).toEqual([
      true,
      expect.arrayContaining(['gateway', 'record', 'server ledger']),
    ]);
  });

  it('watch calls and sessions, across a restart of the gateway', async () => {
    const dataDir = createFolder();
    const gateway = await start(dataDir);
    const calls = watch('calls watch --json --class destructive,additive', dataDir);
    const people = watch('calls watch --status error', dataDir);
    const sessions = watch('sessions watch --json', dataDir);
    const client = await connectTo(gateway, 'older', { name: 'watched' });
    // Repeat until all of them are connected.
    await expect
      .poll(async () => {
        await client.call('add', { n: 1 });
        await client.call('stumble', { n: 2 });
        return [calls.events().length, people.lines().length, sessions.events().length].every((count) => count > 0);
      }, SOON)
      .toBe(true);
    await client.leave();
    await gateway.stop();

    const again = await start(dataDir);
    const other = await connectTo(again, 'older', { name: 'watched again' });
    await other.call('look', { n: 3 });
    await other.call('remove', { n: 4 });
    await other.call('stumble', { n: 5 });
    const toolsOf = (events: readonly GatewayEvent[]) => events.map(({ data }) => data['tool']);
    await expect.poll(() => toolsOf(calls.events()), SOON).toContain('remove');
    await expect.poll(() => people.lines().at(-1), SOON).toContain('Could not find number 5.');
    await expect.poll(() => sessions.events().map(({ type }) => type), SOON).toContain('sessions.closed');

    const ended = await Promise.all([calls, people, sessions].map(({ interrupt }) => interrupt()));
    expect(ended.map(({ code }) => code)).toEqual([130, 130, 130]);
    expect(new Set(toolsOf(calls.events()))).toEqual(new Set(['add', 'remove']));
    expect(calls.events().filter(({ data }) => data['tool'] === 'remove')).toHaveLength(2);
    expect(people.lines().filter((line) => !line.includes('✗ error'))).toEqual([]);
  });
});
