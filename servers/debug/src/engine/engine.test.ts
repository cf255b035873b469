import { describe, expect, it, vi } from 'vitest';
import { createEngine } from './engine.ts';
import { createScripted, place } from './fixtures/scripted-backend.ts';
import { addBreakpoint, launch, launched, neverAborted, waitFor } from './fixtures/session.ts';

describe('rule 1: commands are serialized, stops are not, and nothing hangs', () => {
  it('handles a stop during a command', async () => {
    const answer = Promise.withResolvers<void>();
    const { engine, backend } = await launched();
    await engine.resume(1_000);
    const slow = engine.whileLive({ code: 'QUERY_FAILED' }, async () => {
      await answer.promise;
      return { ok: true, value: 1 };
    });
    backend.stop();
    expect(await waitFor(engine)).toMatchObject({ ok: true, value: { kind: 'hit' } });
    answer.resolve();
    expect(await slow).toEqual({ ok: true, value: 1 });
  });

  it.each(['variables', 'stack', 'threads'] as const)(
    'times out on a question about %s that is never answered',
    async (what) => {
      const { engine } = await launched({ hangs: [what] });
      const ask = await engine.whilePaused<unknown>(
        { code: 'QUERY_FAILED', milliseconds: 20 },
        ({ session: { backend } }) =>
          what === 'variables'
            ? backend.variables({ thread: 1, index: 0 })
            : what === 'stack'
              ? backend.stack(1, 0, 1)
              : backend.threads(),
      );
      expect(ask).toMatchObject({ ok: false, error: { code: 'QUERY_FAILED' } });
      expect(await engine.resume(1_000)).toMatchObject({ ok: true });
    },
  );

  it('stays stopped if resuming fails', async () => {
    const { engine } = await launched({ hangs: ['resume'] });
    expect(await engine.resume(20)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    expect(engine.state()).toBe('paused');
  });

  it.each(['launch', 'attach'] as const)('times out on a debugger that never answers to %s', async (what) => {
    vi.useFakeTimers();
    try {
      const engine = createEngine();
      const backend = createScripted({ hangs: [what] });
      const started =
        what === 'launch'
          ? launch(engine, backend, { timeoutMs: 1_000 })
          : engine.attach({ backend, pid: 4711, timeoutMs: 1_000, signal: neverAborted });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await started).toMatchObject({ ok: false, error: { code: 'TIMEOUT', details: { timeout: 1_000 } } });
      expect([engine.current(), backend.asked.at(-1)]).toEqual([
        undefined,
        what === 'launch' ? 'detach terminate' : 'detach',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('disconnects while a command hangs', async () => {
    const { engine, backend } = await launched({ hangs: ['variables'] });
    void engine.whilePaused({ code: 'QUERY_FAILED' }, ({ session }) =>
      session.backend.variables({ thread: 1, index: 0 }),
    );
    expect(await engine.disconnect(true)).toMatchObject({ wasTerminated: true });
    expect(backend.asked.at(-1)).toBe('detach terminate');
  });
});

describe('rule 2: no stop is missed', () => {
  it('sets every breakpoint before the launch, and stops at one on the first line', async () => {
    const engine = createEngine();
    const breakpoint = addBreakpoint(engine, 1);
    const backend = createScripted();
    await launch(engine, backend, { stopAtEntry: false });
    expect(backend.asked).toEqual(['breakpoints 1', 'exceptions', 'launch']);
    expect(await waitFor(engine)).toMatchObject({
      value: { kind: 'hit', stop: { breakpoints: [breakpoint.id], hitCount: 1 } },
    });
  });

  it('handles a stop that arrives before the answer to resume', async () => {
    const { engine, backend } = await launched({ onResume: () => backend.stop() });
    await engine.resume(1_000);
    expect(await waitFor(engine)).toMatchObject({ value: { kind: 'hit' } });
  });

  it('reports the exit of a program that ended before the wait', async () => {
    const { engine, backend } = await launched();
    await engine.resume(1_000);
    backend.emit({ kind: 'output', stream: 'stderr', data: Buffer.from('Error: boom\n') });
    backend.emit({ kind: 'exited', code: 3, signal: null });
    const first = await waitFor(engine);
    expect(first).toMatchObject({ value: { kind: 'ended', ended: { exitCode: 3, how: 'exited' } } });
    expect(first.ok && first.value.kind === 'ended' && first.value.ended.stderrTail()).toBe('Error: boom');
    expect(await waitFor(engine)).toMatchObject({ ok: false, error: { code: 'NO_SESSION', details: { exitCode: 3 } } });
  });

  it('fails a launch that never reaches its first line, and ends the program', async () => {
    const engine = createEngine();
    const backend = createScripted({ neverEnters: true });
    expect(await launch(engine, backend, { timeoutMs: 30 })).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    expect([engine.state(), backend.asked.at(-1)]).toEqual(['disconnected', 'detach terminate']);
  });

  it('reports why a program died before it could be debugged', async () => {
    const engine = createEngine();
    const backend = createScripted({ neverEnters: true });
    const launching = launch(engine, backend);
    await vi.waitFor(() => expect(backend.asked).toContain('launch'));
    backend.emit({ kind: 'output', stream: 'stderr', data: Buffer.from('no such module') });
    backend.emit({ kind: 'exited', code: 1, signal: null });
    expect(await launching).toMatchObject({
      ok: false,
      error: { code: 'LAUNCH_FAILED', message: expect.stringContaining('no such module'), details: { exitCode: 1 } },
    });
  });
});

describe('rule 3: results of one stop are invalid at another', () => {
  it('rejects an answer that arrives after the program resumed', async () => {
    const { engine, backend } = await launched();
    const asked = engine.whilePaused({ code: 'QUERY_FAILED' }, async () => {
      backend.emit({ kind: 'resumed', thread: undefined });
      await vi.waitFor(() => expect(engine.state()).toBe('running'));
      return { ok: true, value: 'of another time' };
    });
    expect(await asked).toMatchObject({
      ok: false,
      error: { code: 'NOT_PAUSED', details: { currentState: 'running' } },
    });
  });

  it('reports that the program ended meanwhile', async () => {
    const { engine, backend } = await launched();
    const asked = engine.whilePaused({ code: 'QUERY_FAILED' }, async () => {
      backend.emit({ kind: 'exited', code: 0, signal: null });
      return { ok: true, value: 'of another time' };
    });
    expect(await asked).toMatchObject({ ok: false, error: { code: 'NO_SESSION' } });
  });
});

describe('rule 5: a slow step or pause is not a failure', () => {
  it('is pending until it is done', async () => {
    const { engine, backend } = await launched({ onStep: () => undefined });
    const settled = await engine.step('over', { timeoutMs: 20, signal: neverAborted });
    expect(settled).toMatchObject({ ok: true, value: { how: 'pending' } });
    expect(engine.state()).toBe('running');
    backend.stop({ reason: 'step', location: place(12) });
    await vi.waitFor(() => expect(engine.state()).toBe('paused'));
  });

  it('ends with the program', async () => {
    const { engine, backend } = await launched({
      onStep: () => backend.emit({ kind: 'exited', code: 0, signal: null }),
    });
    expect(await engine.step('out', { timeoutMs: 1_000, signal: neverAborted })).toMatchObject({
      value: { how: 'ended' },
    });
  });

  it('waits only for its own stop', async () => {
    const { engine } = await launched();
    const settled = await engine.step('over', { timeoutMs: 1_000, signal: neverAborted });
    expect(settled).toMatchObject({
      value: { how: 'stopped', session: { active: { reason: 'step', location: { line: 11 } } } },
    });
  });

  it('pauses once', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    expect(await engine.pause(neverAborted)).toMatchObject({ value: { how: 'stopped' } });
    expect(await engine.pause(neverAborted)).toMatchObject({ value: { how: 'already' } });
    expect(backend.asked.filter((what) => what === 'pause')).toHaveLength(1);
  });
});
