import { afterEach, describe, expect, it } from 'vitest';
import { createDriver, type Driver, debuggee, value } from '../fixtures/drive.ts';

const APP = debuggee('app.ts');
let driver: Driver;
const start = (): Driver => {
  driver = createDriver();
  return driver;
};
afterEach(() => driver.end());

describe('steps', () => {
  it('step in, over and out by source lines', async () => {
    const { breakAt, launch, next, resume, step, backend, variable } = start();
    await breakAt('app.ts', 73);
    await launch('built/app.js');
    await next('stopped');
    await resume();
    expect(await step('in')).toMatchObject({
      reason: 'step',
      location: { file: APP, line: 46, functionName: 'visit' },
    });
    expect(value(await backend.stack(1, 0, 1)).frames[0]?.arguments.map(({ name, type }) => [name, type])).toEqual([
      ['users', 'Array'],
      ['visitor', 'function'],
      ['depth', 'number'],
      ['rest', 'Object'],
    ]);
    expect(await step('over')).toMatchObject({ location: { line: 47 } });
    expect(await variable('users')).toMatchObject({ scope: 'argument', type: 'Array' });
    expect(await variable('started')).toMatchObject({ scope: 'module' });
    expect(await step('out')).toMatchObject({ location: { line: 74, functionName: 'main' } });
    // A step over an await continues after it.
    expect(await step('over')).toMatchObject({ location: { line: 75 } });
    expect(await step('over')).toMatchObject({ location: { line: 76 } });
    value(await backend.resume());
    expect(await next('exited')).toMatchObject({ code: 0 });
  });

  it('out of the last function do not stop inside Node', async () => {
    const { launch, next, backend } = start();
    await launch('loop.js', '1');
    await next('stopped');
    value(await backend.step(1, 'out'));
    expect(await next('exited')).toMatchObject({ code: 0 });
  });

  it("into Node's code stop when the program continues", async () => {
    const { breakAt, launch, next, resume, step } = start();
    await breakAt('esm.mjs', 6);
    await launch('esm.mjs');
    await next('stopped');
    await resume();
    expect(await step('in')).toMatchObject({ reason: 'step', location: { file: debuggee('esm.mjs') } });
  });

  it('require a stopped thread', async () => {
    const { launch, backend } = start();
    await launch('idle-server.js');
    value(await backend.resume());
    expect(await backend.step(1, 'over')).toMatchObject({ ok: false, error: { code: 'NOT_PAUSED' } });
    expect(await backend.step(5, 'over')).toMatchObject({ ok: false, error: { code: 'INVALID_THREAD' } });
    expect(await backend.resume()).toMatchObject({ ok: false, error: { code: 'NOT_PAUSED' } });
  });
});

it('async callers follow the frames, and have no variables', async () => {
  const { breakAt, launch, next, resume, backend } = start();
  await breakAt('app.ts', 56);
  await launch('built/app.js');
  await next('stopped');
  await resume();
  const { frames } = value(await backend.stack(1, 0, 20));
  expect(frames.map(({ function: name, isExternal, location }) => [name, isExternal, location?.line])).toContainEqual([
    'async main',
    true,
    75,
  ]);
  const index = frames.findIndex(({ function: name }) => name === 'async main');
  expect(await backend.variables({ thread: 1, index })).toMatchObject({ ok: false, error: { code: 'INVALID_FRAME' } });
});

describe('pause', () => {
  it('stops a loop where it is', async () => {
    const { launch, next, backend } = start();
    await launch('loop.js', '1e12');
    await next('stopped');
    value(await backend.resume());
    value(await backend.pause());
    expect(await next('stopped')).toMatchObject({ reason: 'pause', location: { file: debuggee('loop.js') } });
    expect(value(await backend.stack(1, 0, 9)).frames.map(({ function: name }) => name)).toContain('(module)');
  });

  it('stops an idle process, and reports that it is idle', async () => {
    const { launch, next, backend, output, evaluate } = start();
    await launch('idle-server.js');
    await next('stopped');
    value(await backend.resume());
    await expect.poll(() => output('stdout')).toMatch(/^port/);
    for (const _ of [1, 2]) {
      value(await backend.pause());
      expect(await next('stopped')).toEqual({
        kind: 'stopped',
        thread: 1,
        reason: 'pause',
        breakpoints: [],
        location: undefined,
        allStopped: true,
      });
      expect(value(await backend.stack(1, 0, 9))).toEqual({ total: 0, frames: [] });
      expect(value(await backend.variables({ thread: 1, index: 0 }))).toEqual([]);
      // There are no variables, but there are globals.
      expect(await evaluate('typeof process.pid')).toBe("'number'");
      value(await backend.resume());
    }
    const answer = await fetch(`http://127.0.0.1:${output('stdout').slice(5).trim()}/`);
    expect(await answer.text()).toMatch(/^request 1 of/);
  });
});

describe('worker threads', () => {
  it('have their own id, breakpoints and variables', async () => {
    const { breakAt, launch, next, backend, output } = start();
    await breakAt('worker.js', 5);
    await launch('worker.js');
    await next('stopped');
    value(await backend.resume());
    const stopped = await next('stopped');
    expect(stopped).toMatchObject({
      thread: 2,
      reason: 'breakpoint',
      breakpoints: ['bp-1'],
      location: { file: debuggee('worker.js'), line: 5, functionName: 'square' },
      allStopped: false,
    });
    expect(value(await backend.threads())).toEqual([
      { id: 1, name: 'main', state: 'running', location: undefined },
      { id: 2, name: expect.stringContaining('squares'), state: 'stopped', location: stopped.location },
    ]);
    expect(value(await backend.evaluate({ thread: 2, index: 0 }, 'result', 1_000)).value).toBe('36');
    expect(await backend.evaluate({ thread: 1, index: 0 }, '1', 1_000)).toMatchObject({
      ok: false,
      error: { code: 'NOT_PAUSED' },
    });
    value(await backend.step(2, 'out'));
    expect(await next('stopped')).toMatchObject({ thread: 2, reason: 'step', location: { line: 13 } });
    value(await backend.resume());
    expect(await next('exited')).toMatchObject({ code: 0 });
    expect(output('stdout')).toBe('worker says 36\nworker ended with 0\n');
  });
});

describe('modules', () => {
  it('have their own variables, and imports', async () => {
    const { breakAt, launch, next, resume, backend } = start();
    await breakAt('esm.mjs', 9);
    await breakAt('esm-part.mjs', { id: 'part', line: 4 });
    await launch('esm.mjs');
    await next('stopped');
    expect(await resume()).toMatchObject({ breakpoints: ['part'] });
    const inner = value(await backend.variables({ thread: 1, index: 0 }));
    expect(inner.map(({ name, value: text, scope }) => [name, text, scope])).toEqual([
      ['value', '5', 'argument'],
      ['result', '10', 'local'],
      ['factor', '2', 'module'],
      ['twice', 'function twice(value)', 'module'],
    ]);
    await resume();
    const outer = value(await backend.variables({ thread: 1, index: 0 }));
    expect(outer.map(({ name, scope }) => [name, scope])).toEqual(
      ['basename', 'twice', 'start', 'total', 'name'].map((name) => [name, 'local']),
    );
  });
});
