import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { quickLauncher } from './quick-launcher.ts';

const asked = (file: string, ...program: readonly string[]): readonly string[] => [
  '/usr/bin/lldb-dap',
  '--comm-file',
  file,
  '--debugger-pid',
  '77',
  '--launch-target',
  ...program,
];

describe('the quick launcher', () => {
  it.each([
    ['of another kind', ['/usr/bin/xterm', '-e', 'program']],
    ['without a file', ['/usr/bin/lldb-dap', '--launch-target', 'program']],
    ['without a program', ['/usr/bin/lldb-dap', '--comm-file', '/tmp/file']],
    ['that ends too soon', ['/usr/bin/lldb-dap', '--launch-target', 'program', '--comm-file']],
  ])('returns an unknown command unchanged: %s', (_what, command) => {
    expect(quickLauncher(command, {})).toEqual(command);
  });

  it.each([
    ['an environment of its own', { GREETING: 'two words' }],
    ['what a shell would set itself', { PWD: process.cwd(), OLDPWD: '/', SHLVL: '4' }],
  ])('reports its process id, waits for the debugger, and becomes the program: %s', async (_what, env) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolmark-launcher-'));
    const file = join(folder, "it's a file");
    execFileSync('mkfifo', [file]);
    const script = 'console.log(JSON.stringify([process.pid, process.argv.slice(1), process.env]))';
    const args = ['two words', '$HOME', "it's"];
    const [command = '', ...rest] = quickLauncher(asked(file, process.execPath, '-e', script, ...args), env);
    const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ kind: 'pid', pid: child.pid });
      await writeFile(file, '{"kind":"didAttach"}\n');
      const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      // Some shells set `_` to the name of the program.
      const [pid, given, { _: _program, ...seen }] = JSON.parse(said) as [number, string[], Record<string, string>];
      expect([pid, given, seen]).toEqual([child.pid, args, env]);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
