import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDirectory } from './fixtures/directory.ts';
import { prepareKinds } from './fixtures/kinds.ts';
import { type DebugClient, debuggee, isAlive, startDebugging, stateOf } from './fixtures/program.ts';

const prepared = await prepareKinds();
const folder = await createDirectory();
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  prepared[Symbol.dispose]();
  await folder[Symbol.asyncDispose]();
});
const has = (column: string) => prepared.kinds.some((kind) => kind.column === column);

function start(command: string, ...args: readonly string[]): number {
  const child = spawn(command, args, { stdio: 'ignore' });
  started.push(child);
  return child.pid ?? 0;
}

function write(name: string, content: string | Buffer, mode = 0o755): string {
  const path = join(folder.path, name);
  writeFileSync(path, content, { mode });
  return path;
}

describe('launching a file that is not a program fails with a reason, and leaves no process', () => {
  // One server for all tests.
  let debug: DebugClient;
  beforeAll(async () => {
    debug = await startDebugging();
  });
  afterAll(() => debug[Symbol.asyncDispose]());

  const ELF = Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(60)]);
  type Case = readonly [what: string, program: string, code: string, message: RegExp, of?: string];
  const CASES: readonly Case[] = [
    ['JavaScript that does not parse', write('broken.js', 'const ( = 1;\n'), 'LAUNCH_FAILED', /SyntaxError/],
    ['TypeScript that does not parse', write('broken.ts', 'const x: = 1;\n'), 'LAUNCH_FAILED', /SyntaxError/],
    ['Python that does not parse', write('broken.py', 'def (\n'), 'LAUNCH_FAILED', /SyntaxError/, 'python'],
    ['half an executable', write('broken', ELF), 'LAUNCH_FAILED', /not a valid executable/, 'native'],
    ['a script for a shell', write('script', '#!/bin/sh\necho hi\n'), 'LAUNCH_FAILED', /a script for sh/],
    ['a text', write('text', 'hello\n'), 'LAUNCH_FAILED', /can be launched/],
    ['an empty file', write('empty', ''), 'LAUNCH_FAILED', /can be launched/],
    ['a file of data', debuggee('node/package.json'), 'LAUNCH_FAILED', /can be launched/],
    ['a folder without a program', folder.path, 'INVALID_PATH', /folder without a program/],
    ['what is not there', join(folder.path, 'nothing.js'), 'INVALID_PATH', /nothing\.js/],
  ];

  const cases = CASES.filter(([, , , , of = 'node']) => has(of)).map((each) => [each[0], each] as const);
  it.each(cases)('%s', async (_, [, program, code, message]) => {
    expect(await debug.call('debug_launch', { program })).toMatchObject({
      success: false,
      error: { code, message: expect.stringMatching(message) },
    });
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected', session: null });
    await expect.poll(debug.processes).toHaveLength(1);
  });

  it('a program can be launched afterwards', async () => {
    expect(await debug.launch(debuggee('node/loop.js'))).toMatchObject({ state: 'paused' });
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: 0 });
  });

  it.skipIf(!has('native'))('an executable without permission', async () => {
    const program = join(folder.path, 'forbidden');
    copyFileSync(prepared.kinds.find(({ column }) => column === 'native')?.program ?? '', program);
    chmodSync(program, 0o644);
    expect(await debug.call('debug_launch', { program })).toMatchObject({
      error: { code: 'PERMISSION_DENIED', message: expect.stringContaining('chmod +x') },
    });
  });
});

describe('an unsuitable process', () => {
  it.skipIf(!has('native'))('is detached unharmed if it has no debug information', async () => {
    const pid = start('sleep', '1000');
    await using debug = await startDebugging();
    expect(await debug.call('debug_attach', { pid })).toMatchObject({
      session: { state: 'running', debugger: 'native' },
    });
    expect(await debug.call('debug_pause')).toMatchObject({ state: 'paused', threads: [{ id: pid }] });
    expect(await debug.call('breakpoint_set', { file: debuggee('cpp/loop.c'), line: 7 })).toMatchObject({
      breakpoint: { state: 'pending', verified: false, message: expect.stringContaining('-g') },
    });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({
      wasTerminated: false,
      message: expect.stringContaining('attached to'),
    });
    await expect.poll(() => stateOf(pid)).toBe('S');
  });

  it('gets no signal if only its name is like Node', async () => {
    const program = join(folder.path, 'node');
    copyFileSync('/bin/sleep', program);
    const pid = start(program, '1000');
    await using debug = await startDebugging();
    expect(await debug.call('debug_attach', { pid })).toMatchObject({ error: { code: 'ATTACH_FAILED' } });
    expect(isAlive(pid)).toBe(true);
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected' });
  });

  it('gets no code injected if only its name is like Python', async () => {
    const program = join(folder.path, 'python3');
    copyFileSync('/bin/sleep', program);
    const pid = start(program, '1000');
    await using debug = await startDebugging();
    expect(await debug.call('debug_attach', { pid, timeout: 5_000 })).toMatchObject({ success: false });
    await expect.poll(debug.processes).toHaveLength(1);
    await expect.poll(() => stateOf(pid)).toBe('S');
  });

  it('is rejected if it belongs to another user', async () => {
    // Only a non-root user lacks permission, so root must switch users first.
    const isRoot = process.getuid?.() === 0;
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const pid = isRoot ? start('sleep', '1000') : 1;
    await using debug = await startDebugging('legacy', [], isRoot ? nobody : []);
    expect(await debug.call('debug_attach', { pid })).toMatchObject({
      error: {
        code: 'PERMISSION_DENIED',
        message: expect.stringContaining('belongs to another user'),
        details: { pid },
      },
    });
    expect(isAlive(pid)).toBe(true);
  });

  it.each<[string, (self: number) => number, string]>([
    ['this debugger', (self) => self, 'ATTACH_FAILED'],
    ['one that is not there', () => 2 ** 22 + 1, 'PROCESS_NOT_FOUND'],
    ['none at all', () => 0, 'PROCESS_NOT_FOUND'],
  ])('is rejected: %s', async (_, pidOf, code) => {
    await using debug = await startDebugging();
    expect(await debug.call('debug_attach', { pid: pidOf(debug.pid) })).toMatchObject({ error: { code } });
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected' });
  });
});
