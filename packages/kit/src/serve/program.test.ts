import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../fixtures/readme-program.ts', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly firstLine: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = { NOTES_TOKEN: 'secret' }): Started {
  const child = spawn(process.execPath, ['--conditions=@toolmark/source', PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  const line = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said.stdout += chunk;
    if (said.stdout.includes('\n')) line.resolve(said.stdout.split('\n', 1)[0] ?? '');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]: readonly (number | null)[]) => ({ code: code ?? null, ...said }));
  return { child, firstLine: line.promise, ended };
}

describe('a server as a program', () => {
  it('matches the README', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, shown] = /```ts file=program\.ts\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(shown).toBe(readFileSync(PROGRAM, 'utf8').replace('./readme-server.ts', './server.ts'));
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('serves until %s', async (signal) => {
    const { child, firstLine, ended } = start(['--http', '0']);
    const url = (await firstLine).replace('notes ready ', '');
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, stdout: `notes ready ${url}\n`, stderr: '' });
  });

  it('reports in one line that its port is in use', async () => {
    const { port } = new URL((await start(['--http', '0']).firstLine).replace('notes ready ', ''));
    expect(await start(['--http', port]).ended).toEqual({
      code: 2,
      stdout: '',
      stderr: `notes: port ${port} is in use; give another with --http PORT, or 0 for any free one.\n`,
    });
  });

  it.each([
    ['--help', { code: 0, stdout: expect.stringMatching(/^notes: an MCP server\./), stderr: '' }],
    ['--version', { code: 0, stdout: '1.0.0\n', stderr: '' }],
    ['--nope', { code: 2, stdout: '', stderr: "notes: Unknown option '--nope'. See notes --help.\n" }],
  ])('%s', async (option, ended) => {
    expect(await start([option]).ended).toEqual(ended);
  });

  it('reports a missing option in one line', async () => {
    const stderr = 'notes: NOTES_TOKEN is missing. See notes --help.\n';
    expect(await start([], {}).ended).toEqual({ code: 2, stdout: '', stderr });
  });
});
