import { describe, expect, it, vi } from 'vitest';
import type { Hit } from './events.ts';
import { place, variable } from './fixtures/scripted-backend.ts';
import { addBreakpoint, type Launched, launched, waitFor } from './fixtures/session.ts';

/** Resumes, and stops at a breakpoint. */
async function hit({ engine, backend }: Launched, id: string, line = 10): Promise<void> {
  if (engine.state() === 'paused') await engine.resume(1_000);
  backend.stop({ breakpoints: [id], location: place(line) });
}

describe('rule 4: breakpoint_wait', () => {
  it('returns an unreported hit at once, and only once', async () => {
    const session = await launched();
    const breakpoint = addBreakpoint(session.engine, 10);
    await hit(session, breakpoint.id);
    expect(await waitFor(session.engine)).toMatchObject({
      value: { kind: 'hit', stop: { breakpoints: [breakpoint.id] } },
    });
    expect(await waitFor(session.engine)).toMatchObject({ value: { kind: 'paused', wasReported: true } });
  });

  it('discards a hit when the program resumes', async () => {
    const session = await launched();
    await hit(session, addBreakpoint(session.engine, 10).id);
    await vi.waitFor(() => expect(session.engine.state()).toBe('paused'));
    await session.engine.resume(1_000);
    expect(await waitFor(session.engine, undefined, 20)).toEqual({ ok: true, value: { kind: 'late' } });
  });

  it('waits for the given breakpoint, and keeps the hit of another', async () => {
    const session = await launched();
    const [one, other] = [addBreakpoint(session.engine, 10), addBreakpoint(session.engine, 20)];
    await hit(session, one.id);
    expect(await waitFor(session.engine, other.id)).toMatchObject({
      value: { kind: 'paused', stop: { breakpoints: [one.id] } },
    });
    expect(await waitFor(session.engine, one.id)).toMatchObject({ value: { kind: 'hit' } });
  });

  it.each(['entry', 'step', 'pause'] as const)(
    'reports at once that the program stopped for another reason: %s',
    async (reason) => {
      const { engine, backend } = await launched();
      if (reason !== 'entry') {
        await engine.resume(1_000);
        backend.stop({ reason });
      }
      expect(await waitFor(engine)).toMatchObject({ value: { kind: 'paused', stop: { reason } } });
    },
  );

  it('ends when the program ends', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    const waiting = waitFor(engine, undefined, 60_000);
    backend.emit({ kind: 'exited', code: null, signal: 'SIGKILL' });
    expect(await waiting).toMatchObject({ value: { kind: 'ended', ended: { signal: 'SIGKILL', exitCode: null } } });
  });

  it('rejects an unknown breakpoint', async () => {
    const { engine } = await launched();
    expect(await waitFor(engine, 'bp-none')).toMatchObject({ error: { code: 'BREAKPOINT_NOT_FOUND' } });
  });

  it('reports each of several threads in turn', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    const breakpoint = addBreakpoint(engine, 10);
    for (const thread of [1, 2]) backend.stop({ thread, breakpoints: [breakpoint.id], allStopped: false });
    for (const thread of [1, 2])
      expect(await waitFor(engine)).toMatchObject({ value: { kind: 'hit', stop: { thread } } });
  });
});

describe('hit counts', () => {
  it.each([
    [{ kind: 'compare', operator: '==', value: 3 }, [3]],
    [{ kind: 'compare', operator: '>=', value: 4 }, [4, 5]],
    [{ kind: 'every', divisor: 2, remainder: 0 }, [2, 4]],
  ] as const)('apply the hit condition: %j', async (hits, meant) => {
    const session = await launched({}, { stopAtEntry: false });
    const { engine, backend } = session;
    const breakpoint = addBreakpoint(engine, 10, { hits });
    const stoppedAt: number[] = [];
    for (let count = 1; count <= 5; count += 1) {
      const resumed = backend.asked.filter((what) => what === 'resume').length;
      backend.stop({ breakpoints: [breakpoint.id] });
      await vi.waitFor(() => {
        const now = backend.asked.filter((what) => what === 'resume').length;
        expect(engine.state() === 'paused' || now > resumed).toBe(true);
      });
      if (engine.state() === 'paused') stoppedAt.push(breakpoint.hitCount);
      if (engine.state() === 'paused') await engine.resume(1_000);
    }
    expect(stoppedAt).toEqual([...meant]);
    expect(breakpoint.hitCount).toBe(5);
  });

  it('are taken from a debugger that counts itself', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    const breakpoint = addBreakpoint(engine, 10, { hits: { kind: 'compare', operator: '==', value: 3 } });
    backend.emit({ kind: 'passed', id: breakpoint.id, hits: 2 });
    backend.stop({ breakpoints: [breakpoint.id], hits: 3 });
    expect(await waitFor(engine)).toMatchObject({ value: { kind: 'hit', stop: { hitCount: 3 } } });
  });

  it('match by location if the debugger reports no breakpoint ids', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    const breakpoint = addBreakpoint(engine, 10);
    backend.stop({ breakpoints: [], location: place(10) });
    expect(await waitFor(engine)).toMatchObject({ value: { kind: 'hit', stop: { breakpoints: [breakpoint.id] } } });
  });

  it('leave a thread stopped while another one is stopped', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    const [real, skipped] = [
      addBreakpoint(engine, 10),
      addBreakpoint(engine, 20, { hits: { kind: 'compare', operator: '<', value: 0 } }),
    ];
    const before = backend.asked.filter((what) => what === 'resume').length;
    backend.stop({ thread: 1, breakpoints: [real.id], allStopped: false });
    backend.stop({ thread: 2, breakpoints: [skipped.id], location: place(20), allStopped: false });
    await vi.waitFor(() => expect(skipped.hitCount).toBe(1));
    expect(backend.asked.filter((what) => what === 'resume')).toHaveLength(before);
    expect(await waitFor(engine)).toMatchObject({ value: { kind: 'hit', stop: { thread: 1 } } });
  });

  it('end an awaited pause at a stop that is not reported', async () => {
    const session = await launched({ onPause: () => undefined }, { stopAtEntry: false });
    const { engine, backend } = session;
    const skipped = addBreakpoint(engine, 20, { hits: { kind: 'compare', operator: '<', value: 0 } });
    const pausing = engine.pause(new AbortController().signal);
    await vi.waitFor(() => expect(backend.asked).toContain('pause'));
    backend.stop({ breakpoints: [skipped.id], location: place(20) });
    expect(await pausing).toMatchObject({ value: { how: 'stopped', session: { active: { reason: 'pause' } } } });
  });
});

describe('tracepoints of a debugger that must stop for them', () => {
  const trace = (more: object) => ({
    template: 'x={x}',
    parts: [{ text: 'x=' }, { expression: 'x' }],
    multiple: 0,
    most: 0,
    reported: 0,
    dropped: 0,
    messages: [],
    ...more,
  });

  it('log, continue, and disable themselves', async () => {
    const { engine, backend } = await launched(
      { evaluate: (name) => ({ ok: true, value: variable(name, '7') }) },
      { stopAtEntry: false },
    );
    const hits: Hit[] = [];
    engine.onEvent((event) => event.kind === 'hit' && hits.push(event.hit));
    const point = addBreakpoint(engine, 10, { kind: 'tracepoint', trace: trace({ most: 2 }) });
    for (let count = 1; count <= 3; count += 1) {
      backend.stop({ breakpoints: [point.id] });
      await vi.waitFor(() => expect(backend.asked.filter((what) => what === 'resume')).toHaveLength(count + 1));
    }
    expect(
      hits.map(({ breakpointId, type, logMessage, hitCount }) => ({ breakpointId, type, logMessage, hitCount })),
    ).toEqual([1, 2].map((hitCount) => ({ breakpointId: point.id, type: 'tracepoint', logMessage: 'x=7', hitCount })));
    expect(point).toMatchObject({ isEnabled: false, hitCount: 3, trace: { reported: 2, messages: ['x=7', 'x=7'] } });
    await vi.waitFor(() => expect(backend.wanted.get(point.file)).toEqual([]));
    expect(engine.state()).toBe('running');
  });

  it('show evaluation errors', async () => {
    const { engine, backend } = await launched(
      { evaluate: () => ({ ok: false, error: { code: 'eval_exception', message: 'x is not defined' } }) },
      { stopAtEntry: false },
    );
    const point = addBreakpoint(engine, 10, { kind: 'tracepoint', trace: trace({}) });
    backend.stop({ breakpoints: [point.id] });
    await vi.waitFor(() => expect(point.trace?.messages).toEqual(['x=<error: x is not defined>']));
  });

  it('count messages that the debugger sends itself', async () => {
    const { engine, backend } = await launched({}, { stopAtEntry: false });
    const point = addBreakpoint(engine, 10, { kind: 'tracepoint', trace: trace({}) });
    backend.emit({ kind: 'traced', id: point.id, thread: 1, message: 'x=9', hits: 40, location: place(10) });
    expect(point).toMatchObject({ hitCount: 40, trace: { reported: 1, messages: ['x=9'] } });
    expect(engine.state()).toBe('running');
  });
});
