import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../support/run-cli.ts';

/** The start may include building the page. */
const READY_MS = 150_000;

it(
  'npm start builds and runs the whole product: it answers, and records',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-start-'));
    const args = ['scripts/run.mjs', 'start', '--data', folder, '--port', '0', '--no-auth'];
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, TOOLMARK_HOME: folder } });
    const exit = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const ready = /toolmark ready (\S+)/;
    await expect.poll(() => output, { timeout: READY_MS, interval: 50 }).toMatch(ready);
    const status = async (): Promise<unknown> => (await fetch(`${ready.exec(output)?.[1]}/api/v1/status`)).json();
    await expect.poll(status, { timeout: 15_000 }).toMatchObject({ record: { state: 'ok', problem: null } });
    expect(output).not.toContain('"level":50');
  },
  READY_MS + 20_000,
);
