import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isMissing } from '../../../fixtures/needs.ts';
import { type Around, chooseInjector, injectorEnv } from './find-injector.ts';
import { findPython } from './find-python.ts';

const LLDB = '/usr/bin/lldb-19';
const byLldb = { ok: true, value: { kind: 'lldb', path: LLDB } };
const byGdb = { ok: true, value: { kind: 'gdb' } };
const failing = (says: string) => ({
  ok: false,
  error: { code: 'ATTACH_FAILED', message: expect.stringContaining(says), details: { install: expect.any(String) } },
});

describe('the injector of debugpy into a running program', () => {
  it.each<[string, Around, object]>([
    ['gdb', { gdb: 13, lldb: LLDB, hasAmx: false }, byGdb],
    ['gdb, where it is new enough for the processor', { gdb: 14, lldb: LLDB, hasAmx: true }, byGdb],
    ['lldb, where gdb would break the program', { gdb: 13, lldb: LLDB, hasAmx: true }, byLldb],
    ['lldb, where there is no gdb', { gdb: undefined, lldb: LLDB, hasAmx: false }, byLldb],
    ['nothing, where there is neither', { gdb: undefined, lldb: undefined, hasAmx: true }, failing('neither gdb nor')],
    ['nothing, rather than to break it', { gdb: 13, lldb: undefined, hasAmx: true }, failing('gdb 13 breaks programs')],
  ])('is %s', (_what, around, chosen) => {
    expect(chooseInjector(around)).toEqual(chosen);
  });
});

describe.skipIf(await isMissing('python'))('lldb as a replacement for gdb', () => {
  it('translates the calls meant for gdb, and runs the code in a separate thread', async () => {
    const python = await findPython();
    if (!python.ok) throw new Error(python.error.message);
    const folder = mkdtempSync(join(tmpdir(), "toolmark it's "));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const lldb = join(folder, 'lldb');
    writeFileSync(lldb, '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n', { mode: 0o700 });

    const env = await injectorEnv({ kind: 'lldb', path: lldb }, python.value.executable, folder);
    const calls = ['set architecture auto', 'call (void*)dlopen("a.so", 2)', 'call (int)DoAttach(0, "print(1)", 0)'];
    const args = ['--nw', '--pid', '7', '--batch', ...calls.map((call) => `--eval-command=${call}`)];
    expect(env['PATH']?.split(':')[0]).toBe(join(folder, 'bin'));
    const told = execFileSync(join(folder, 'bin', 'gdb'), args, { env, encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    expect(told.slice(0, 5)).toEqual(['--no-lldbinit', '--batch', '-p', '7', '-o']);
    const commands = told.slice(5).filter((word) => word !== '-o');
    expect(commands).toEqual([
      expect.stringMatching(/^expression -l c -t \d+ -- \(void\*\)dlopen\("a.so", 2\)$/),
      expect.stringMatching(/^expression -l c -t \d+ -- \(int\)DoAttach\(0, "import .*start_new_thread.*", 0\)$/),
      'detach',
    ]);
    const packed = /b64decode\('([^']*)'\)/.exec(commands[1] ?? '')?.[1] ?? '';
    expect(Buffer.from(packed, 'base64').toString()).toBe('print(1)');
  });

  it('leaves the environment unchanged for gdb', async () => {
    expect(await injectorEnv({ kind: 'gdb' }, 'python3', '/nowhere')).toBe(process.env);
  });
});
