import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createNodeBackend } from './create-node-backend.ts';
import { createDriver, type Driver, debuggee, gone, value } from './fixtures/drive.ts';
import { listeningPorts } from './process/proc-files.ts';

let driver: Driver;
const start = (): Driver => {
  driver = createDriver();
  return driver;
};
afterEach(() => driver.end());

describe('a launched program', () => {
  it("stops at its first line, then runs to its end, with none of the inspector's output", async () => {
    const { launch, next, backend, output } = start();
    const facts = await launch('loop.js', '3');
    expect(facts).toEqual({
      pid: expect.any(Number),
      name: 'loop.js',
      executable: process.execPath,
      runtimeVersion: `Node.js ${process.version}`,
    });
    expect(await next('stopped')).toEqual({
      kind: 'stopped',
      thread: 1,
      reason: 'entry',
      breakpoints: [],
      location: { file: debuggee('loop.js'), line: 7, column: 11 },
      allStopped: true,
    });
    value(await backend.resume());
    expect(await next('exited')).toEqual({ kind: 'exited', code: 0, signal: null });
    expect([output('stdout'), output('stderr')]).toEqual(['sum 6\n', '']);
    expect(await backend.threads()).toMatchObject({ ok: false, error: { code: 'NO_SESSION' } });
    await gone(facts.pid);
  });

  it('reads its stdin, writes five megabytes, writes to stderr and keeps its exit code', async () => {
    const { launch, next, backend, output } = start();
    await launch('repl.js');
    value(await backend.resume());
    value(await backend.write('hello\nflood\ncomplain\n'));
    value(await backend.write('leave\n'));
    expect(await next('exited')).toEqual({ kind: 'exited', code: 7, signal: null });
    expect(output('stdout').length).toBe('ready\necho hello\n'.length + 5 * 1024 * 1024);
    expect(output('stderr')).toBe('a complaint\n');
    expect(await backend.write('more')).toMatchObject({ ok: false, error: { code: 'STDIN_CLOSED' } });
  });

  it('sees the end of its input, and its last output arrives with its exit', async () => {
    const { launch, next, backend, output } = start();
    await launch('repl.js');
    value(await backend.resume());
    value(await backend.endInput());
    expect(await next('exited')).toMatchObject({ code: 0 });
    expect(output('stdout')).toBe('ready\nend of input\n');
    expect(await backend.endInput()).toMatchObject({ ok: false, error: { code: 'STDIN_CLOSED' } });
  });

  it('that crashes leaves its error on stderr', async () => {
    const { launch, next, backend, output } = start();
    await launch('repl.js');
    value(await backend.resume());
    value(await backend.write('crash\n'));
    expect(await next('exited')).toMatchObject({ code: 1 });
    expect(output('stderr')).toContain('Error: as asked');
    expect(output('stderr')).not.toContain('debugger');
  });

  it('that is killed reports it during a wait for a stop', async () => {
    const { launch, next, backend } = start();
    const { pid } = await launch('idle-server.js');
    value(await backend.resume());
    process.kill(pid, 'SIGKILL');
    expect(await next('exited')).toEqual({ kind: 'exited', code: null, signal: 'SIGKILL' });
    expect(await backend.pause()).toMatchObject({ ok: false, error: { code: 'NO_SESSION' } });
  });

  it('that is killed while stopped fails further requests at once', async () => {
    const { launch, next, backend } = start();
    const { pid } = await launch('loop.js');
    await next('stopped');
    process.kill(pid, 'SIGKILL');
    expect(await backend.evaluate({ thread: 1, index: 0 }, '1', 5_000)).toMatchObject({ ok: false });
    expect(await next('exited')).toMatchObject({ signal: 'SIGKILL' });
  });

  it('can fork itself: the child does not wait for a debugger', async () => {
    const { launch, next, backend, output } = start();
    await launch('fork.js');
    value(await backend.resume());
    expect(await next('exited')).toMatchObject({ code: 0 });
    expect(output('stdout')).toBe('child says hello\n');
  });

  it('continues after detaching, and closes its inspector', async () => {
    const { launch, backend, output } = start();
    const { pid } = await launch('idle-server.js');
    value(await backend.resume());
    await expect.poll(() => output('stdout')).toMatch(/^port \d+\n$/);
    const port = Number(output('stdout').slice(5));
    await backend.detach({ terminate: false });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toBe(`request 1 of ${pid}`);
    await expect.poll(() => listeningPorts(pid)).toEqual([port]);
    process.kill(pid, 'SIGKILL');
    await gone(pid);
  });

  it('is ended together with its child processes', async () => {
    const { launch, backend, output } = start();
    const { pid } = await launch('repl.js');
    await driver.next('stopped');
    value(await backend.resume());
    await expect.poll(() => output('stdout')).toBe('ready\n');
    value(await backend.pause());
    await driver.next('stopped');
    const child = await driver.evaluate(
      `process.getBuiltinModule('child_process').spawn('sleep', ['60'], { detached: true }).pid`,
    );
    await backend.detach({ terminate: true });
    await Promise.all([gone(pid), gone(Number(child))]);
  });
});

describe('a failing launch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-program-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ['does not exist', () => '/no/such/program.js', 'INVALID_PATH', /There is no file/],
    ['is text', () => file('notes.js', 'just some words'), 'LAUNCH_FAILED', /before its first line.*SyntaxError/s],
    [
      'imports what is not there',
      () => file('lost.mjs', "import './gone.mjs';"),
      'LAUNCH_FAILED',
      /ERR_MODULE_NOT_FOUND/,
    ],
    ['is Node itself', () => process.execPath, 'LAUNCH_FAILED', /Name the script/],
  ])('reports that %s', async (_, program, code, message) => {
    const { launchRaw } = start();
    expect(await launchRaw(program())).toMatchObject({
      ok: false,
      error: { code, message: expect.stringMatching(message) },
    });
    expect(driver.events.filter(({ kind }) => kind === 'stopped')).toEqual([]);
  });

  it('leaves no process if it times out', async () => {
    driver = createDriver();
    const backend = createNodeBackend();
    const spec = { program: debuggee('loop.js'), args: [], cwd: '/', env: {} };
    expect(await backend.launch(spec, AbortSignal.timeout(1))).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    await backend.detach({ terminate: true });
  });

  it('needs a program: all requests fail without one', async () => {
    const { backend } = start();
    const none = { ok: false, error: { code: 'NO_SESSION' } };
    expect(await backend.resume()).toMatchObject(none);
    expect(await backend.write('x')).toMatchObject(none);
    expect(await backend.modules()).toMatchObject(none);
    expect(await backend.setExceptions({ caught: true, uncaught: true })).toEqual({ ok: true, value: undefined });
  });
});

it('a program may choose the Node that runs it', async () => {
  const { launch, next } = start();
  await launch(process.execPath, debuggee('loop.js'), '1');
  expect(await next('stopped')).toMatchObject({ reason: 'entry', location: { file: debuggee('loop.js') } });
});
