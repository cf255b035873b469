import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Backend } from '../backend.ts';
import { isRunning, readStat } from '../process/state.ts';
import { type Compiled, compileDebuggees } from './fixtures/compile.ts';
import {
  at,
  debuggee,
  expectNothingLeftBehind,
  leftBehind,
  lineContaining,
  must,
  mustFail,
  type Recorded,
  record,
} from './fixtures/recorder.ts';
import { findLldb } from './native/find-lldb.ts';
import { findPython } from './python/find-python.ts';

const PYTHON = debuggee('python/forever.py');
const LOOP = debuggee('cpp/loop.c');
let compiled: Compiled;
let folder: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  compiled = compileDebuggees('loop.c');
  folder = mkdtempSync(join(tmpdir(), 'toolmark-fault-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await expectNothingLeftBehind();
});
afterAll(() => {
  compiled[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that runs without a debugger and has reported that it started. */
const foreign = async (kind: 'python' | 'native'): Promise<{ readonly child: ChildProcess; readonly pid: number }> => {
  const [command, args] =
    kind === 'python' ? ['/usr/bin/python3', [PYTHON]] : [compiled.program('loop'), ['--forever']];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  await once(child.stdout as NodeJS.EventEmitter, 'data');
  return { child, pid: child.pid ?? 0 };
};

const launchForever = async (kind: 'python' | 'native', backend: Backend) => {
  const program = kind === 'python' ? PYTHON : compiled.program('loop');
  const spec = { program, args: kind === 'python' ? [] : ['--forever'], cwd: folder, env: {} };
  return must(await backend.launch(spec, AbortSignal.timeout(30_000)));
};

/** Running or sleeping, not stopped by a debugger. */
const expectFree = async (pid: number): Promise<void> => {
  await expect.poll(() => readStat(pid)?.state, { timeout: 10_000 }).toMatch(/^[RS]$/);
};

const adapterOf = (kind: 'python' | 'native'): number => {
  const pattern = kind === 'python' ? /debugpy\.adapter/ : /lldb-dap(-\d+)? *$/;
  const found = leftBehind().find((each) => pattern.test(each));
  if (found === undefined) throw new Error(`No adapter among ${leftBehind().join('\n')}`);
  return Number(found.split(' ')[0]);
};

describe.each(['python', 'native'] as const)('%s', (kind) => {
  const [file, line, variable] =
    kind === 'python'
      ? [PYTHON, lineContaining(PYTHON, 'turns += 1'), 'turns']
      : [LOOP, lineContaining(LOOP, 'turns++'), 'turns'];

  it('attaches repeatedly to a running program without stopping it, and leaves it running', async () => {
    const { child, pid } = await foreign(kind);
    for (let count = 0; count < 3; count += 1) {
      await using session = record(kind);
      expect(must(await session.backend.attach(pid, AbortSignal.timeout(30_000)))).toMatchObject({ pid });
      await expectFree(pid);
      expect(session.events.filter((event) => event.kind === 'stopped')).toEqual([]);
      const [bound] = must(await session.backend.setBreakpoints(file, [at('turn', line)]));
      expect(bound).toMatchObject({ isBound: true });
      const { thread, ...stop } = await session.next('stopped');
      expect(stop).toMatchObject({ reason: 'breakpoint', breakpoints: ['turn'], location: { file, line } });
      expect(Number(must(await session.backend.evaluate({ thread, index: 0 }, variable, 2_000)).value)).toBeGreaterThan(
        0,
      );
      expect(mustFail(await session.backend.write('x'))).toMatchObject({ code: 'NOT_SUPPORTED' });
      await session.backend.detach({ terminate: false });
      await expectFree(pid);
    }
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });

  it('ends an attached program on request', async () => {
    const { child, pid } = await foreign(kind);
    const session = record(kind);
    must(await session.backend.attach(pid, AbortSignal.timeout(30_000)));
    const ended = once(child, 'exit');
    await session.backend.detach({ terminate: true });
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('reports that an attached program has ended', async () => {
    const { child, pid } = await foreign(kind);
    await using session = record(kind);
    must(await session.backend.attach(pid, AbortSignal.timeout(30_000)));
    child.kill('SIGKILL');
    expect(await session.next('exited')).toMatchObject({ kind: 'exited' });
  });

  it('pauses a running program', async () => {
    await using session = record(kind);
    await launchForever(kind, session.backend);
    await session.next('stopped');
    must(await session.backend.resume());
    must(await session.backend.pause());
    expect(await session.next('stopped')).toMatchObject({ reason: 'pause' });
  });

  it('lets a launched program continue on its own after detaching', async () => {
    const session = record(kind);
    const { pid } = await launchForever(kind, session.backend);
    await session.next('stopped');
    await session.backend.detach({ terminate: false });
    await expectFree(pid);
    process.kill(-pid, 'SIGKILL');
  });

  it('reports that the program was killed', async () => {
    await using session = record(kind);
    const { pid } = await launchForever(kind, session.backend);
    await session.next('stopped');
    process.kill(pid, 'SIGKILL');
    expect(await session.next('exited')).toEqual({ kind: 'exited', code: null, signal: 'SIGKILL' });
    expect(mustFail(await session.backend.resume())).toMatchObject({
      code: expect.stringMatching(/NO_SESSION|NOT_PAUSED/),
    });
    expect(mustFail(await session.backend.variables({ thread: 1, index: 0 }))).toMatchObject({ code: 'NO_SESSION' });
  });

  it('reports that the debugger was killed, and ends the launched program', async () => {
    await using session = record(kind);
    const { pid } = await launchForever(kind, session.backend);
    await session.next('stopped');
    process.kill(adapterOf(kind), 'SIGKILL');
    expect(await session.next('lost')).toMatchObject({ message: expect.stringContaining('no longer under control') });
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });

  it('detaches in time even if the debugger does not answer', async () => {
    const session = record(kind);
    const { pid } = await launchForever(kind, session.backend);
    await session.next('stopped');
    process.kill(adapterOf(kind), 'SIGSTOP');
    await session.backend.detach({ terminate: true });
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });

  it.each([
    ['is ended', async ({ backend }: Recorded) => backend.detach({ terminate: true })],
    ['is let go', async ({ backend }: Recorded) => backend.detach({ terminate: false })],
    ['is killed', async (_session: Recorded, pid: number) => process.kill(pid, 'SIGKILL')],
    ['has lost its debugger', async () => process.kill(adapterOf(kind), 'SIGKILL')],
  ])('leaves no temporary file when the program %s', async (_how, end) => {
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    vi.stubEnv('TMPDIR', temporary);
    await using session = record(kind);
    const { pid } = await launchForever(kind, session.backend);
    const { thread } = await session.next('stopped');
    must(await session.backend.evaluate({ thread, index: 0 }, '1 + 1', 10_000));
    await end(session, pid);
    await session.backend.detach({ terminate: true });
    expect(readdirSync(temporary)).toEqual([]);
    if (isRunning(pid)) process.kill(-pid, 'SIGKILL');
  });

  it.each([
    ['text', 'this is ( no program\n'],
    ['nothing', ''],
  ])('does not launch a file that is not a program: %s', async (name, content) => {
    const program = join(folder, `${name}.py`);
    writeFileSync(program, content, { mode: 0o755 });
    const session = record(kind);
    const launched = session.backend.launch({ program, args: [], cwd: folder, env: {} }, AbortSignal.timeout(30_000));
    expect(mustFail(await launched)).toMatchObject({ code: 'LAUNCH_FAILED', message: expect.stringContaining('no') });
  });

  it('does not launch a missing file', async () => {
    const session = record(kind);
    const spec = { program: join(folder, 'absent'), args: [], cwd: folder, env: {} };
    const problem = mustFail(await session.backend.launch(spec, AbortSignal.timeout(30_000)));
    expect(problem).toMatchObject({ code: 'LAUNCH_FAILED' });
  });

  it('does not attach to a missing process', async () => {
    const session = record(kind);
    const problem = mustFail(await session.backend.attach(999_999_999, AbortSignal.timeout(5_000)));
    expect(problem).toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  });

  it('times out and leaves no process', async () => {
    const session = record(kind);
    const program = kind === 'python' ? PYTHON : compiled.program('loop');
    const launched = session.backend.launch({ program, args: [], cwd: folder, env: {} }, AbortSignal.timeout(20));
    expect(mustFail(await launched)).toMatchObject({ code: 'TIMEOUT' });
  });
});

it('does not attach to a process that is not Python', async () => {
  const { pid } = await foreign('native');
  const problem = mustFail(await record('python').backend.attach(pid, AbortSignal.timeout(5_000)));
  expect(problem).toMatchObject({ code: 'UNSUPPORTED_PROCESS' });
  expect(isRunning(pid)).toBe(true);
});

it('does not attach to a process that already has a debugger', async () => {
  const { pid } = await foreign('native');
  await using first = record('native');
  must(await first.backend.attach(pid, AbortSignal.timeout(30_000)));
  const problem = mustFail(await record('native').backend.attach(pid, AbortSignal.timeout(30_000)));
  expect(problem).toMatchObject({ code: 'ATTACH_FAILED', message: expect.stringContaining('debugged already') });
  expect(mustFail(await first.backend.attach(pid, AbortSignal.timeout(1_000)))).toMatchObject({
    code: 'ALREADY_ATTACHED',
  });
});

it('explains how to install a missing debugger', async () => {
  expect(mustFail(await findPython({ PATH: folder, TOOLMARK_PYTHON: join(folder, 'python') }))).toMatchObject({
    code: 'LAUNCH_FAILED',
    message: expect.stringContaining('python3-debugpy'),
  });
  expect(mustFail(await findLldb({ PATH: folder }))).toMatchObject({
    code: 'LAUNCH_FAILED',
    message: expect.stringContaining('sudo apt-get install lldb-19'),
  });
});
