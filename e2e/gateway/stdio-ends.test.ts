import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { TOOLMARK } from './fixtures/gateway.ts';

/** A server that never answers, and ends neither with its stdin nor by SIGTERM. */
const STUBBORN = `process.on('SIGTERM', () => {});
require('node:fs').writeFileSync(process.argv[1], String(process.pid));
setInterval(() => {}, 1_000);`;

/** A client that starts its server, and reads nothing of what it says. */
const CLIENT = `const { spawn } = require('node:child_process');
const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ['pipe', 'pipe', 'ignore'] });
process.stdout.write(String(child.pid));
child.stdout.resume();
setInterval(() => {}, 1_000);`;

const PATIENCE = { timeout: 30_000, interval: 100 };

interface Started {
  readonly client: ChildProcess;
  /** The process of `toolmark stdio`. */
  readonly toolmark: () => number;
  readonly server: number;
}

function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolmark-stdio-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const pidFile = join(dataDir, 'pid');
  const mcpServers = { stubborn: { command: process.execPath, args: ['-e', STUBBORN, pidFile] } };
  writeFileSync(join(dataDir, 'toolmark.json'), JSON.stringify({ mcpServers }));
  return { pidFile, command: [TOOLMARK, 'stdio', '--data', dataDir] };
}

async function serverIn(pidFile: string): Promise<number> {
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', PATIENCE).toBe(true);
  const server = Number(readFileSync(pidFile, 'utf8'));
  onTestFinished(() => {
    if (isRunning(server)) process.kill(server, 'SIGKILL');
  });
  return server;
}

async function start(): Promise<Started> {
  const { pidFile, command } = setUp();
  const client = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void client.kill('SIGKILL'));
  return { client, toolmark: () => client.pid ?? 0, server: await serverIn(pidFile) };
}

async function startBehindClient(): Promise<Started> {
  const { pidFile, command } = setUp();
  const client = spawn(process.execPath, ['-e', CLIENT, process.execPath, ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  client.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  onTestFinished(() => void client.kill('SIGKILL'));
  return { client, toolmark: () => Number(printed), server: await serverIn(pidFile) };
}

describe('toolmark stdio on its own, with a server that does not want to end, leaves no process behind', () => {
  it.concurrent.each<[string, () => Promise<Started>, (client: ChildProcess) => void]>([
    ['when its client closes stdin', start, ({ stdin }) => void stdin?.end()],
    ['when its client is killed', startBehindClient, (client) => void client.kill('SIGKILL')],
    [
      'when its client reads no longer, although stdin stays open',
      start,
      ({ stdin, stdout }) => {
        stdout?.destroy();
        stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
      },
    ],
  ])('%s', async (_, begin, leave) => {
    const { client, toolmark, server } = await begin();
    const pid = toolmark();
    expect([isRunning(pid), isRunning(server)]).toEqual([true, true]);
    leave(client);
    await expect.poll(() => [isRunning(pid), isRunning(server)], PATIENCE).toEqual([false, false]);
  });
}, 90_000);
