import { afterEach, describe, expect, it } from 'vitest';
import { at, debuggee, expectNothingLeftBehind, lineContaining, must, mustFail, record } from '../fixtures/recorder.ts';

const LOOP = debuggee('python/loop.py');
const THINGS = debuggee('python/things.py');
const THREADS = debuggee('python/threads.py');

afterEach(expectNothingLeftBehind);

describe('a Python program', () => {
  it('stops at its first line, runs to its end, and keeps its output and exit code', async () => {
    await using python = record('python');
    await python.launch(LOOP, ['--ask']);
    expect(await python.next('stopped')).toEqual({
      kind: 'stopped',
      thread: 1,
      reason: 'entry',
      breakpoints: [],
      location: { file: LOOP, line: 1, column: 1, functionName: '<module>' },
      allStopped: true,
    });
    must(await python.backend.resume());
    must(await python.backend.write('Ada\n'));
    must(await python.backend.endInput());
    expect(await python.next('exited')).toEqual({ kind: 'exited', code: 3, signal: null });
    expect([python.output('stdout'), python.output('stderr')]).toEqual(['total 45\nhello Ada\n', 'bye\n']);
  });

  it('stops by conditions, hit conditions and plain breakpoints, and reports the tracepoints it passed', async () => {
    await using python = record('python');
    const line = lineContaining(LOOP, 'result = total + step');
    const pending = must(await python.backend.setBreakpoints(LOOP, [at('five', line, { condition: 'step == 5' })]));
    expect(pending).toMatchObject([{ id: 'five', isBound: false }]);
    await python.launch(LOOP);
    expect(await python.next('bound')).toEqual({
      kind: 'bound',
      breakpoint: {
        id: 'five',
        isBound: true,
        location: { file: LOOP, line, column: undefined },
        message: undefined,
        nearestLine: undefined,
      },
    });
    await python.next('stopped');
    must(await python.backend.resume());
    expect(await python.next('stopped')).toMatchObject({
      reason: 'breakpoint',
      breakpoints: ['five'],
      hits: 1,
      location: { line },
    });
    expect(must(await python.backend.evaluate({ thread: 1, index: 0 }, 'step', 1_000))).toMatchObject({ value: '5' });

    const hits = { kind: 'every', divisor: 3, remainder: 2 } as const;
    must(
      await python.backend.setBreakpoints(LOOP, [
        at('third', line, { hits }),
        at('wrong', line, { condition: 'nope' }),
      ]),
    );
    must(await python.backend.resume());
    expect(await python.next('stopped')).toMatchObject({ breakpoints: ['wrong'] });
    expect(await python.next('condition-failed')).toMatchObject({
      id: 'wrong',
      hits: 1,
      message: expect.stringContaining('nope'),
    });
    must(await python.backend.resume());
    expect(await python.next('stopped')).toMatchObject({ breakpoints: ['third', 'wrong'] });
    must(await python.backend.setBreakpoints(LOOP, []));
    must(await python.backend.resume());
    expect(await python.next('exited')).toMatchObject({ code: 3 });
  });

  it('shows its output as soon as it stops', async () => {
    await using python = record('python');
    must(await python.backend.setBreakpoints(LOOP, [at('printed', lineContaining(LOOP, 'if "--ask"'))]));
    await python.launch(LOOP);
    await python.next('stopped');
    must(await python.backend.resume());
    await python.next('stopped');
    await expect.poll(() => python.output('stdout')).toBe('total 45\n');
  });

  it('moves a breakpoint to a line with code and reports that', async () => {
    await using python = record('python');
    await python.launch(LOOP);
    const blank = lineContaining(LOOP, 'import sys') + 1;
    const bound = must(await python.backend.setBreakpoints(LOOP, [at('blank', blank)]));
    const nearestLine = lineContaining(LOOP, 'def add');
    expect(bound).toEqual([
      {
        id: 'blank',
        isBound: true,
        location: { file: LOOP, line: nearestLine, column: undefined },
        message: `Line ${blank} has no code of its own; it stops at line ${nearestLine}.`,
        nearestLine,
      },
    ]);
  });

  it('logs at tracepoints without stopping, with evaluation errors in the message', async () => {
    await using python = record('python');
    const line = lineContaining(LOOP, 'return result');
    const trace = [{ text: 'got ' }, { expression: 'result' }, { text: ' ' }, { expression: 'nope' }];
    must(await python.backend.setBreakpoints(LOOP, [at('log', line, { trace })]));
    await python.launch(LOOP);
    must(await python.backend.resume());
    await python.next('exited');
    const traced = python.events.filter((event) => event.kind === 'traced');
    expect(traced.map(({ hits }) => hits)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(traced[4]).toEqual({
      kind: 'traced',
      id: 'log',
      thread: 1,
      message: "got 10 <error: name 'nope' is not defined>",
      hits: 5,
      location: { file: LOOP, line, column: undefined },
    });
    expect(python.events.filter((event) => event.kind === 'stopped')).toHaveLength(1);
  });

  it('steps over, in and out', async () => {
    await using python = record('python');
    const line = lineContaining(LOOP, 'total = add(total, index)');
    must(await python.backend.setBreakpoints(LOOP, [at('call', line)]));
    await python.launch(LOOP);
    await python.next('stopped');
    must(await python.backend.resume());
    await python.next('stopped');
    must(await python.backend.setBreakpoints(LOOP, []));
    const lines: unknown[] = [];
    for (const mode of ['in', 'over', 'out', 'over'] as const) {
      must(await python.backend.step(1, mode));
      const { reason, location } = await python.next('stopped');
      lines.push([reason, location?.line]);
    }
    expect(lines).toEqual([
      ['step', lineContaining(LOOP, 'result = total + step')],
      ['step', lineContaining(LOOP, 'return result')],
      ['step', line],
      ['step', lineContaining(LOOP, 'for index in range')],
    ]);
    // Regardless of the adapter's order, a stop is reported after the resume that led to it.
    const turns = python.events.map(({ kind }) => kind).filter((kind) => kind === 'stopped' || kind === 'resumed');
    expect(turns).toEqual(['stopped', ...Array(5).fill(['resumed', 'stopped']).flat()]);
  });

  it('lists its threads, each of which hits the breakpoint', async () => {
    await using python = record('python');
    const line = lineContaining(THREADS, 'square = number');
    must(await python.backend.setBreakpoints(THREADS, [at('work', line)]));
    await python.launch(THREADS);
    await python.next('stopped');
    must(await python.backend.resume());
    const seen = new Set<number>();
    for (let count = 0; count < 3; count += 1) {
      const stop = await python.next('stopped');
      expect(stop).toMatchObject({ reason: 'breakpoint', breakpoints: ['work'], location: { line } });
      seen.add(stop.thread);
      const threads = must(await python.backend.threads());
      expect(threads.find(({ id }) => id === stop.thread)).toMatchObject({
        name: expect.stringMatching(/^worker-\d$/),
        state: 'stopped',
        location: { file: THREADS, line },
      });
      must(await python.backend.resume());
    }
    expect(seen.size).toBe(3);
    await python.next('exited');
    expect(python.output('stdout')).toBe('squares [0, 1, 4]\n');
  });

  it('continues after an endless evaluation, in the thread and in its output', async () => {
    await using python = record('python');
    must(await python.backend.setBreakpoints(THINGS, [at('look', lineContaining(THINGS, 'print(LIMIT'))]));
    await python.launch(THINGS);
    await python.next('stopped');
    must(await python.backend.resume());
    const { thread } = await python.next('stopped');
    const frame = { thread, index: 0 };
    for (const endless of ['while True: pass', '[0 for _ in iter(int, 1)]', 'Slow()']) {
      expect(mustFail(await python.backend.evaluate(frame, endless, 300))).toMatchObject({ code: 'eval_timeout' });
    }
    // Freeing the memory that it allocated takes long.
    const large = mustFail(await python.backend.evaluate(frame, '[n for n in range(10 ** 9)]', 1_000));
    expect(large).toMatchObject({ code: 'eval_timeout' });
    expect(must(await python.backend.evaluate(frame, 'depth + 1', 1_000))).toMatchObject({ type: 'int', value: '6' });
    must(await python.backend.evaluate(frame, 'depth = 40', 1_000));
    expect(must(await python.backend.evaluate(frame, 'depth + 2', 1_000))).toMatchObject({ value: '42' });

    const stuck = mustFail(await python.backend.evaluate(frame, '__import__("time").sleep(3)', 200));
    expect(stuck).toMatchObject({ code: 'eval_timeout', message: expect.stringContaining('cannot be interrupted') });
    expect(mustFail(await python.backend.evaluate({ thread, index: 9 }, '1', 200))).toMatchObject({
      message: expect.stringContaining('still busy'),
    });
    must(await python.backend.setBreakpoints(THINGS, []));
    must(await python.backend.resume());
    expect(await python.next('exited')).toMatchObject({ code: 0 });
    expect(python.output('stdout')).toContain(' 40\n');
  });

  it.each([
    ['1 +', 'syntax_error', { position: 3 }],
    ['nobody', 'variable_unavailable', { exception_type: 'NameError' }],
    ['1 / 0', 'eval_exception', { exception_type: 'ZeroDivisionError' }],
  ])('explains the error in %s', async (expression, code, details) => {
    await using python = record('python');
    await python.launch(LOOP);
    const problem = mustFail(await python.backend.evaluate({ thread: 1, index: 0 }, expression, 1_000));
    expect(problem).toMatchObject({ code, details });
  });
});
