import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { connectTo, eras, type TestClient } from './fixtures/clients.ts';
import { createFolder, ledger, numberOf, untilOffered, viewOf } from './fixtures/record.ts';

const REFUSED = -32_067;
const SOON = { timeout: 30_000, interval: 100 };

const doctor = (gateway: TestGateway) => runCli(['doctor', '--data', gateway.dataDir]);

describe.each(eras)('a record that is not a database, for a client that is %s', (era) => {
  it('denies writes and says what to do, until the file is moved away', async () => {
    const dataDir = createFolder();
    const file = join(dataDir, 'record', 'record.db');
    mkdirSync(join(dataDir, 'record'));
    writeFileSync(file, 'This was a database once.\n'.repeat(1_000));
    const gateway = await startGateway({ dataDir, servers: { ledger: ledger() } });
    await untilOffered(gateway);
    const view = viewOf(gateway);
    await expect.poll(async () => (await view.status()).record.state, SOON).toBe('failing');

    const client = await connectTo(gateway, era);
    expect(await client.call('look', { n: 1 })).toContain('number 1');
    const sentence = expect.stringMatching(
      new RegExp(`was not called.*${file.replaceAll('.', '\\.')}.*Move it away`, 's'),
    );
    for (const tool of ['add', 'remove', 'bare'])
      await expect(client.call(tool, { n: 2 })).rejects.toMatchObject({ code: REFUSED, message: sentence });

    const { record } = await view.status();
    expect(record).toMatchObject({ state: 'failing', place: file, problem: expect.stringContaining(file) });
    const servers = await gateway.api('/api/v1/servers');
    expect(servers.body).toMatchObject({ record_problem: record.problem });
    expect(await gateway.api('/api/v1/tool-calls')).toMatchObject({
      status: 503,
      body: { error: { code: 'record_unavailable', message: record.problem } },
    });
    const ill = await doctor(gateway);
    expect(ill.code).toBe(1);
    expect(ill.stdout + ill.stderr).toContain(file);

    renameSync(file, `${file}.broken`);
    await expect.poll(async () => (await view.status()).record, SOON).toMatchObject({ state: 'ok', problem: null });
    expect(await client.call('look', { n: 3 })).toContain('number 3');
    expect(await client.call('remove', { n: 4 })).toBe('Removed 4.');
    expect((await gateway.api('/api/v1/servers')).body).not.toHaveProperty('record_problem');
    // Meanwhile the entries were kept aside, including denials.
    const rows = await view.exportedDetails();
    expect(rows.map((row) => [row.tool, numberOf(row), row.status, row.error?.code ?? null])).toEqual([
      ['look', 1, 'ok', null],
      ['add', 2, 'error', REFUSED],
      ['remove', 2, 'error', REFUSED],
      ['bare', 2, 'error', REFUSED],
      ['look', 3, 'ok', null],
      ['remove', 4, 'ok', null],
    ]);
    const well = await doctor(gateway);
    expect(well).toMatchObject({ code: 0 });
  });
});

/** Mounts a separate small file system that can be filled. */
function mountSmall(folder: string, megabytes: number): void {
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'toolmark-e2e', folder]);
  onTestFinished(() => void execFileSync('/bin/umount', ['--lazy', folder]));
}

/** Fills all remaining space. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 65_536; size >= 1; ) {
      try {
        if (writeSync(handle, Buffer.alloc(size)) < size) size = Math.floor(size / 2);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** Only root may mount. In full runs a missing permission fails the test instead of skipping it. */
const mayMount = process.platform === 'linux' && (process.getuid?.() === 0 || process.env['CI'] !== undefined);

async function attempt(client: TestClient, tool: string, n: number): Promise<'done' | 'refused'> {
  try {
    await client.call(tool, { n, text: 'x'.repeat(2_000) });
    return 'done';
  } catch (error) {
    expect(error).toMatchObject({ code: REFUSED, message: expect.stringMatching(/full|space/) });
    return 'refused';
  }
}

describe.runIf(mayMount)('a full disk', () => {
  it('denies writes, allows reads, and loses nothing that was answered', async () => {
    const folder = createFolder();
    mountSmall(folder, 16);
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const gateway = await startGateway({ dataDir, servers: { ledger: ledger() } });
    await untilOffered(gateway);
    const view = viewOf(gateway);
    const client = await connectTo(gateway, 'modern');
    const answered: number[] = [];
    let n = 0;
    for (; n < 50; n++) {
      expect(await attempt(client, n % 2 === 0 ? 'look' : 'remove', n)).toBe('done');
      answered.push(n);
    }

    const filler = join(folder, 'filler');
    fill(filler);
    expect(statSync(filler).size).toBeGreaterThan(1_000_000);
    // Existing files may still have room, but not for long.
    for (let outcome = 'done'; outcome === 'done'; n++) {
      outcome = await attempt(client, 'remove', n);
      if (outcome === 'done') answered.push(n);
      expect(n).toBeLessThan(20_000);
    }
    await expect.poll(async () => (await view.status()).record.state, SOON).toBe('failing');
    expect(await attempt(client, 'add', n++)).toBe('refused');
    const meanwhile = n;
    for (let read = 0; read < 20; read++) expect(await attempt(client, 'look', n++)).toBe('done');
    expect((await view.status()).record).toMatchObject({ problem: expect.stringMatching(/full|space/) });

    rmSync(filler);
    await expect
      .poll(async () => [await attempt(client, 'remove', n++), (await view.status()).record.state], SOON)
      .toEqual(['done', 'ok']);
    const rows = new Map((await view.exportedDetails()).map((row) => [numberOf(row), row.status]));
    expect(answered.filter((each) => rows.get(each) !== 'ok')).toEqual([]);
    // Reads that could not be stored are in the record by now, or counted as lost; none is missing silently.
    const { lost_calls: lost } = (await view.status()).record;
    const missing = Array.from({ length: 20 }, (_, index) => meanwhile + index).filter((each) => !rows.has(each));
    expect(lost).toBeGreaterThanOrEqual(missing.length);
    expect(await gateway.stop()).toBe(0);
  });
});
