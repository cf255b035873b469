import { describe, expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import { boundAt, createScripted, place } from './fixtures/scripted-backend.ts';
import { addBreakpoint, launch, launched, neverAborted, waitFor } from './fixtures/session.ts';

describe('rule 6: breakpoints outlive the session', () => {
  it('are pending again with no hits, and are set at the next launch', async () => {
    const { engine, backend } = await launched();
    const breakpoint = addBreakpoint(engine, 10);
    await engine.breakpoints.syncFile(backend, breakpoint.file);
    await engine.resume(1_000);
    backend.stop({ breakpoints: [breakpoint.id] });
    await waitFor(engine);
    expect(breakpoint).toMatchObject({ hitCount: 1, bound: { isBound: true } });
    await engine.disconnect(true);
    expect(breakpoint).toMatchObject({ hitCount: 0, bound: undefined, isEnabled: true });
    const again = createScripted();
    await launch(engine, again);
    expect(again.wanted.get(breakpoint.file)).toMatchObject([{ id: breakpoint.id, line: 10 }]);
  });
});

it('a breakpoint of another language is kept, with the reason, and not missed at the end', async () => {
  const { engine, backend } = await launched();
  const other = addBreakpoint(engine, 5, { file: '/app/main.py' });
  expect(await engine.breakpoints.syncFile(backend, other.file)).toMatchObject({ ok: true });
  expect(other.bound).toMatchObject({ isBound: false, message: expect.stringContaining('no Python') });
  expect(backend.wanted.has(other.file)).toBe(false);
  expect(engine.breakpoints.unbound()).toEqual([]);
});

describe('rule 7: unbound breakpoints are reported', () => {
  it('names them at the end', async () => {
    const engine = createEngine();
    const bound = addBreakpoint(engine, 10);
    const unbound = addBreakpoint(engine, 99);
    const message = 'The file was never loaded.';
    const backend = createScripted({
      bind: (_, { id, line }) =>
        line === 10
          ? boundAt(id, place(10))
          : { id, isBound: false, location: undefined, message, nearestLine: undefined },
    });
    await launch(engine, backend, { stopAtEntry: false });
    backend.emit({ kind: 'exited', code: 0, signal: null });
    const waited = await waitFor(engine);
    expect(waited).toMatchObject({
      value: { ended: { unboundBreakpoints: [{ id: unbound.id, file: unbound.file, line: 99, message }] } },
    });
    expect(bound.id).not.toBe(unbound.id);
  });
});

describe('rules 9 and 12: cleanup after a program', () => {
  it('keeps the output until the next launch', async () => {
    const { engine, backend } = await launched();
    backend.emit({ kind: 'output', stream: 'stdout', data: Buffer.from('one\n') });
    backend.emit({ kind: 'exited', code: 0, signal: null });
    backend.emit({ kind: 'output', stream: 'stdout', data: Buffer.from('late\n') });
    expect(engine.last()?.output.stdout.tail(100).text).toBe('one\nlate\n');
    await launch(engine, createScripted());
    expect(engine.current()?.output.stdout.total()).toBe(0);
  });

  it.each([
    ['ends what was launched', 'launch', 'detach terminate'],
    ['lets go of what was attached to', 'attach', 'detach'],
  ] as const)('%s when it closes', async (_, mode, last) => {
    const engine = createEngine();
    const backend = createScripted();
    if (mode === 'launch') await launch(engine, backend);
    else await engine.attach({ backend, pid: 4711, timeoutMs: 1_000, signal: neverAborted });
    await engine.close();
    expect([backend.asked.at(-1), engine.state()]).toEqual([last, 'disconnected']);
  });

  it('cleans up after a lost debugger', async () => {
    const { engine, backend } = await launched();
    backend.emit({ kind: 'lost', message: 'the connection broke' });
    expect(backend.asked.at(-1)).toBe('detach terminate');
    expect(await waitFor(engine)).toMatchObject({
      value: { kind: 'ended', ended: { how: 'lost', message: 'the connection broke' } },
    });
  });
});

describe('rule 13: one session, and attaching does not stop the program', () => {
  it('keeps running after attaching', async () => {
    const engine = createEngine();
    const backend = createScripted();
    await engine.attach({ backend, pid: 4711, timeoutMs: 1_000, signal: neverAborted });
    expect([engine.state(), backend.asked]).toEqual(['running', ['exceptions', 'attach']]);
  });

  it('rejects a second one', async () => {
    const { engine } = await launched();
    expect(await launch(engine, createScripted())).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_ATTACHED', details: { currentPid: 4711 } },
    });
  });

  it.each(['resume', 'whilePaused', 'step'] as const)('rejects %s while it runs', async (what) => {
    const { engine } = await launched({}, { stopAtEntry: false });
    const asks = {
      resume: () => engine.resume(1_000),
      step: () => engine.step('in', { timeoutMs: 1_000, signal: neverAborted }),
      whilePaused: () => engine.whilePaused({ code: 'QUERY_FAILED' }, async () => ({ ok: true, value: 1 }) as const),
    };
    expect(await asks[what]()).toMatchObject({ error: { code: 'NOT_PAUSED', details: { currentState: 'running' } } });
  });
});
