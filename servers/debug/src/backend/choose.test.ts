import { spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createScripted } from '../engine/fixtures/scripted-backend.ts';
import type { BackendKind } from './backend.ts';
import { createChooser } from './choose.ts';
import { detectProcess } from './detect-process.ts';
import { detectProgram } from './detect-program.ts';

const dir = await mkdtemp(join(tmpdir(), 'toolmark-choose-'));
afterAll(() => rm(dir, { recursive: true }));
const write = async (name: string, text: string): Promise<void> => {
  await mkdir(join(dir, name, '..'), { recursive: true });
  await writeFile(join(dir, name), text);
};
await Promise.all([
  ...['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts', 'a.cts', 'a.py', 'A.JS'].map((name) => write(name, '')),
  write('node-script', '#!/usr/bin/env node\n'),
  write('node-split', '#!/usr/bin/env -S node --no-warnings\n'),
  write('python-script', '#!/usr/bin/python3.11\n'),
  write('shell-script', '#!/bin/sh\n'),
  write('text', 'no program'),
  write('main.go', 'package main'),
  write('bin-package/package.json', '{"bin":{"x":"cli.js"}}'),
  write('bin-package/cli.js', ''),
  write('main-package/package.json', '{"main":"lib/main.mjs"}'),
  write('main-package/lib/main.mjs', ''),
  write('broken-package/package.json', '{'),
  write('python-package/__main__.py', ''),
  write('go-package/go.mod', 'module x'),
]);
await copyFile('/bin/sleep', join(dir, 'native'));
await copyFile('/bin/sleep', join(dir, 'not-executable'));
await mkdir(join(dir, 'bin'), { recursive: true });
for (const runtime of ['python3.12', 'node']) await copyFile('/bin/sleep', join(dir, 'bin', runtime));
await chmod(join(dir, 'native'), 0o755);
await chmod(join(dir, 'not-executable'), 0o644);

describe('detectProgram', () => {
  it.each<[string, BackendKind, string]>([
    ...['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts', 'a.cts', 'A.JS', 'node-script', 'node-split'].map(
      (name): [string, BackendKind, string] => [name, 'node', name],
    ),
    ['a.py', 'python', 'a.py'],
    ['python-script', 'python', 'python-script'],
    ['native', 'native', 'native'],
    ['bin/python3.12', 'python', 'bin/python3.12'],
    ['bin/node', 'node', 'bin/node'],
    ['bin-package', 'node', 'bin-package/cli.js'],
    ['main-package', 'node', 'main-package/lib/main.mjs'],
    ['python-package', 'python', 'python-package/__main__.py'],
  ])('%s is %s', async (asked, kind, program) => {
    expect(await detectProgram(asked, dir)).toEqual({ ok: true, value: { kind, program: join(dir, program) } });
  });

  it('-m and a name is a module of Python', async () => {
    expect(await detectProgram('-m http.server', dir)).toEqual({
      ok: true,
      value: { kind: 'python', program: '-m http.server' },
    });
  });

  it.each([
    ['none', 'INVALID_PATH', 'There is no file'],
    ['broken-package', 'INVALID_PATH', 'is a folder without a program'],
    ['text', 'LAUNCH_FAILED', 'no program that is known here'],
    ['shell-script', 'LAUNCH_FAILED', 'a script for sh'],
    ['main.go', 'LAUNCH_FAILED', 'Go is not supported yet'],
    ['go-package', 'LAUNCH_FAILED', 'Go is not supported yet'],
    ['not-executable', 'PERMISSION_DENIED', 'chmod +x'],
  ])('%s is rejected with %s', async (asked, code, words) => {
    expect(await detectProgram(asked, dir)).toMatchObject({
      ok: false,
      error: { code, message: expect.stringContaining(words) },
    });
  });
});

describe('detectProcess', () => {
  it.each([
    [process.execPath, ['-e', 'setInterval(() => {}, 1000)'], 'node'],
    [join(dir, 'native'), ['60'], 'native'],
  ] as const)('%s', async (command, args, kind) => {
    const child = spawn(command, [...args], { stdio: 'ignore' });
    try {
      await expect.poll(() => detectProcess(child.pid ?? 0)).toEqual({ ok: true, value: kind });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it.each([
    [process.pid, 'ATTACH_FAILED'],
    [2 ** 22 + 1, 'PROCESS_NOT_FOUND'],
  ])('process %s is rejected with %s', async (pid, code) => {
    expect(await detectProcess(pid)).toMatchObject({ ok: false, error: { code } });
  });
});

it('creates a new debugger of the right kind for every session', async () => {
  const made: string[] = [];
  const factory = (kind: string) => () => {
    made.push(kind);
    return createScripted();
  };
  const chooser = createChooser({ node: factory('node'), python: factory('python'), native: factory('native') });
  for (const name of ['a.ts', 'a.ts', 'a.py', 'native'])
    expect(await chooser.forProgram(name, dir)).toMatchObject({ ok: true });
  expect(made).toEqual(['node', 'node', 'python', 'native']);
});
