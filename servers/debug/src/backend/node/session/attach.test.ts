import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { isRunning } from '../../process/state.ts';
import { createDriver, type Driver, debuggee, gone, value } from '../fixtures/drive.ts';
import { listeningPorts } from '../process/proc-files.ts';

const started: ChildProcess[] = [];
const start = async (command: string, ...args: string[]): Promise<{ pid: number; port: number }> => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  await once(child, 'spawn');
  if (!args.includes(debuggee('idle-server.js'))) return { pid: child.pid ?? 0, port: 0 };
  const [text] = await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, port: Number(String(text).slice(5)) };
};
/** The program closes its own inspector. */
const HANG_UP = `setTimeout(() => process.getBuiltinModule('inspector').close(), 20) && 1`;
/** Not the standard port, which may be in use. */
const startServer = (...options: string[]) =>
  start(process.execPath, '--inspect-port=0', ...options, debuggee('idle-server.js'));
const ask = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();
const attach = async (driver: Driver, pid: number) => driver.backend.attach(pid, AbortSignal.timeout(10_000));

afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill('SIGKILL');
    await gone(child.pid ?? 0);
  }
});

describe('an attached process', () => {
  it('keeps running, can be stopped, and is detached with its inspector closed, repeatedly', async () => {
    const { pid, port } = await startServer();
    for (const round of [1, 2, 3]) {
      const driver = createDriver();
      expect(value(await attach(driver, pid))).toEqual({
        pid,
        name: 'idle-server.js',
        executable: process.execPath,
        runtimeVersion: `Node.js ${process.version}`,
      });
      expect(await ask(port)).toBe(`request ${round * 2 - 1} of ${pid}`);
      expect(driver.events).toEqual([]);
      const [bound] = await driver.breakAt('idle-server.js', 7);
      expect(bound).toMatchObject({ isBound: true, location: { line: 7 } });
      const asked = ask(port);
      expect(await driver.next('stopped')).toMatchObject({ reason: 'breakpoint', breakpoints: ['bp-1'] });
      expect(await driver.evaluate('requests')).toBe(String(round * 2));
      // Detach while it is stopped.
      await driver.backend.detach({ terminate: false });
      expect(await asked).toBe(`request ${round * 2} of ${pid}`);
      await expect.poll(() => listeningPorts(pid)).toEqual([port]);
    }
  });

  it('keeps an inspector that it opened itself, and loses the global that we added', async () => {
    const { pid, port } = await startServer('--inspect=127.0.0.1:0');
    for (const _ of [1, 2]) {
      const driver = createDriver();
      value(await attach(driver, pid));
      value(await driver.backend.pause());
      await driver.next('stopped');
      expect(await driver.evaluate(`Object.keys(globalThis).includes('__toolmark')`)).toBe('false');
      await driver.backend.detach({ terminate: false });
      expect(listeningPorts(pid)).toHaveLength(2);
      expect(await ask(port)).toMatch(/^request/);
    }
  });

  it('has no stdin that we can write to', async () => {
    const { pid } = await startServer();
    const driver = createDriver();
    value(await attach(driver, pid));
    expect(await driver.backend.write('x')).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
    expect(await driver.backend.endInput()).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
    expect(await attach(driver, pid)).toMatchObject({ ok: false, error: { code: 'ALREADY_ATTACHED' } });
    await driver.backend.detach({ terminate: true });
    await gone(pid);
  });

  it('reports its exit', async () => {
    const { pid } = await startServer();
    const driver = createDriver();
    value(await attach(driver, pid));
    process.kill(pid, 'SIGKILL');
    expect(await driver.next('exited')).toEqual({ kind: 'exited', code: null, signal: null });
    await driver.backend.detach({ terminate: false });
  });

  it('is lost when the connection breaks, and keeps running', async () => {
    const { pid, port } = await startServer();
    const driver = createDriver();
    value(await attach(driver, pid));
    value(await driver.backend.pause());
    await driver.next('stopped');
    value(await driver.backend.evaluate({ thread: 1, index: 0 }, HANG_UP, 1_000));
    value(await driver.backend.resume());
    expect(await driver.next('lost')).toEqual({ kind: 'lost', message: expect.stringContaining('runs on') });
    expect(await driver.backend.threads()).toMatchObject({ ok: false, error: { code: 'NO_SESSION' } });
    expect(await ask(port)).toBe(`request 1 of ${pid}`);
  });
});

describe('attaching fails', () => {
  it('for a process that is not Node, which keeps running', async () => {
    const { pid } = await start('sleep', '60');
    const driver = createDriver();
    expect(await attach(driver, pid)).toMatchObject({
      ok: false,
      error: { code: 'UNSUPPORTED_PROCESS', message: expect.stringContaining('runs sleep, not Node.js') },
    });
    expect(isRunning(pid)).toBe(true);
  });

  it('for a Node without a signal handler, which keeps running', async () => {
    const { pid, port } = await startServer('--disable-sigusr1');
    expect(await attach(createDriver(), pid)).toMatchObject({
      ok: false,
      error: { code: 'ATTACH_FAILED', message: expect.stringContaining('--inspect') },
    });
    expect(await ask(port)).toBe(`request 1 of ${pid}`);
  });

  it('for a missing process', async () => {
    expect(await attach(createDriver(), 4_194_303)).toMatchObject({ ok: false, error: { code: 'PROCESS_NOT_FOUND' } });
  });
});
