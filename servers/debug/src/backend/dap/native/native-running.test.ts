import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { compileDebuggees } from '../fixtures/compile.ts';
import { at, debuggee, expectNothingLeftBehind, lineContaining, must, record } from '../fixtures/recorder.ts';

const LOOP = debuggee('cpp/loop.c');
const THREADS = debuggee('cpp/threads.cpp');
const compiled = compileDebuggees('loop.c', 'threads.cpp');

afterEach(expectNothingLeftBehind);
afterAll(() => compiled[Symbol.dispose]());

describe('a native program', () => {
  it('stops at main, runs to its end, and keeps its output and exit code', async () => {
    await using native = record('native');
    await native.launch(compiled.program('loop'), ['--ask']);
    expect(await native.next('stopped')).toMatchObject({
      reason: 'entry',
      breakpoints: [],
      location: { file: LOOP, functionName: 'main' },
      allStopped: true,
    });
    must(await native.backend.resume());
    must(await native.backend.write('Ada\n'));
    expect(await native.next('exited')).toEqual({ kind: 'exited', code: 3, signal: null });
    expect([native.output('stdout'), native.output('stderr')]).toEqual(['total 45\nhello Ada\n', 'bye\n']);
  });

  it('stops by conditions, hit conditions and plain breakpoints, and reports the tracepoints it passed', async () => {
    await using native = record('native');
    const line = lineContaining(LOOP, 'int result = total + step');
    must(await native.backend.setBreakpoints(LOOP, [at('five', line, { condition: 'step == 5' })]));
    await native.launch(compiled.program('loop'));
    expect(await native.next('bound')).toMatchObject({
      breakpoint: {
        id: 'five',
        isBound: true,
        location: { file: LOOP, line, functionName: 'add', moduleName: 'loop' },
      },
    });
    const { thread } = await native.next('stopped');
    must(await native.backend.resume());
    expect(await native.next('stopped')).toMatchObject({
      reason: 'breakpoint',
      breakpoints: ['five'],
      hits: 1,
      location: { line },
    });
    expect(must(await native.backend.evaluate({ thread, index: 0 }, 'step', 1_000))).toMatchObject({ value: '5' });

    const hits = { kind: 'compare', operator: '>=', value: 2 } as const;
    must(
      await native.backend.setBreakpoints(LOOP, [
        at('second', line, { hits }),
        at('wrong', line, { condition: 'nope' }),
      ]),
    );
    must(await native.backend.resume());
    expect(await native.next('stopped')).toMatchObject({ breakpoints: ['wrong'] });
    expect(await native.next('condition-failed')).toMatchObject({
      id: 'wrong',
      hits: 1,
      message: expect.stringContaining('nope'),
    });
    must(await native.backend.resume());
    expect(await native.next('stopped')).toMatchObject({ breakpoints: ['second', 'wrong'] });
    must(await native.backend.setBreakpoints(LOOP, []));
    must(await native.backend.resume());
    expect(await native.next('exited')).toMatchObject({ code: 3 });
  });

  it.each([
    ['step == 5', '5'],
    ['step % 4 == 3', '3'],
    ['step > 0x7', '8'],
    ['step > -1 && total > 20', '7'],
    ['total - 6 == 0', '4'],
  ])('stops at %s', async (condition, step) => {
    await using native = record('native');
    must(
      await native.backend.setBreakpoints(LOOP, [at('if', lineContaining(LOOP, 'int result = total'), { condition })]),
    );
    await native.launch(compiled.program('loop'));
    await native.next('stopped');
    must(await native.backend.resume());
    const stopped = await native.next('stopped');
    expect(stopped).toMatchObject({ breakpoints: ['if'], hits: 1 });
    const value = must(await native.backend.evaluate({ thread: stopped.thread, index: 0 }, 'step', 1_000));
    expect(value).toMatchObject({ value: step });
  });

  it('names the nearest line with code for a breakpoint on a line without code', async () => {
    await using native = record('native');
    await native.launch(compiled.program('loop'));
    const blank = lineContaining(LOOP, '#include <unistd.h>') + 1;
    const far = 10_000;
    const other = must(await native.backend.setBreakpoints('/tmp/other.c', [at('other', 1)]));
    expect(other).toMatchObject([{ isBound: false, message: expect.stringContaining('-g'), nearestLine: undefined }]);
    const [moved, none] = must(await native.backend.setBreakpoints(LOOP, [at('blank', blank), at('far', far)]));
    expect(moved).toMatchObject({ nearestLine: lineContaining(LOOP, 'int result = total') });
    expect(none).toMatchObject({ isBound: false, nearestLine: lineContaining(LOOP, 'return 3;') + 1 });
  });

  it('logs at tracepoints without a visible stop', async () => {
    await using native = record('native');
    const line = lineContaining(LOOP, 'return result');
    const trace = [{ text: 'got ' }, { expression: 'result' }, { text: ' ' }, { expression: 'nope' }];
    must(await native.backend.setBreakpoints(LOOP, [at('log', line, { trace })]));
    await native.launch(compiled.program('loop'));
    must(await native.backend.resume());
    await native.next('exited');
    const traced = native.events.filter((event) => event.kind === 'traced');
    expect(traced.map(({ hits }) => hits)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(traced[4]).toMatchObject({
      id: 'log',
      message: "got 10 <error: use of undeclared identifier 'nope'>",
      location: { file: LOOP, line },
    });
    expect(native.events.filter((event) => event.kind === 'stopped')).toHaveLength(1);
  });

  it('steps over, in and out', async () => {
    await using native = record('native');
    const line = lineContaining(LOOP, 'total = add(total, index)');
    must(await native.backend.setBreakpoints(LOOP, [at('call', line)]));
    await native.launch(compiled.program('loop'));
    const { thread } = await native.next('stopped');
    must(await native.backend.resume());
    await native.next('stopped');
    must(await native.backend.setBreakpoints(LOOP, []));
    const lines: unknown[] = [];
    for (const mode of ['in', 'over', 'out', 'over'] as const) {
      must(await native.backend.step(thread, mode));
      const { reason, location } = await native.next('stopped');
      lines.push([reason, location?.line]);
    }
    expect(lines).toEqual([
      ['step', lineContaining(LOOP, 'int result = total + step')],
      ['step', lineContaining(LOOP, 'return result')],
      ['step', line],
      ['step', lineContaining(LOOP, 'for (int index = 0')],
    ]);
  });

  it('pauses while running and continues', async () => {
    await using native = record('native');
    must(await native.backend.setBreakpoints(LOOP, [at('turn', lineContaining(LOOP, 'turns++'))]));
    await native.launch(compiled.program('loop'), ['--forever']);
    await native.next('stopped');
    must(await native.backend.resume());
    const { thread } = await native.next('stopped');
    must(await native.backend.setBreakpoints(LOOP, []));
    must(await native.backend.resume());
    must(await native.backend.pause());
    expect(await native.next('stopped')).toMatchObject({ reason: 'pause', breakpoints: [] });
    const { frames } = must(await native.backend.stack(thread, 0, 20));
    expect(frames.map((frame) => frame.function)).toEqual(expect.arrayContaining(['forever', 'main']));
    must(await native.backend.resume());
  });

  it('hits breakpoints that are set while it runs, even immediately', async () => {
    await using native = record('native');
    await native.launch(compiled.program('loop'), ['--busy']);
    await native.next('stopped');
    const line = lineContaining(LOOP, 'rounds++');
    for (const id of ['first', 'second', 'third', 'fourth']) {
      must(await native.backend.resume());
      must(await native.backend.setBreakpoints(LOOP, [at(id, line)]));
      expect(await native.next('stopped')).toMatchObject({
        reason: 'breakpoint',
        breakpoints: [id],
        location: { line },
      });
      must(await native.backend.setBreakpoints(LOOP, []));
    }
  });

  it('reports every hit of a tracepoint that is set while it runs', async () => {
    await using native = record('native');
    await native.launch(compiled.program('loop'), ['--busy']);
    await native.next('stopped');
    must(await native.backend.resume());
    const trace = [{ expression: 'rounds' }];
    must(await native.backend.setBreakpoints(LOOP, [at('log', lineContaining(LOOP, 'rounds++'), { trace })]));
    const traced = [await native.next('traced'), await native.next('traced'), await native.next('traced')];
    const first = Number(traced[0]?.message);
    expect(traced.map(({ hits, message }) => [hits, Number(message)])).toEqual([
      [1, first],
      [2, first + 1],
      [3, first + 2],
    ]);
    expect(native.events.filter((event) => event.kind === 'stopped')).toHaveLength(1);
  });

  it('lists its threads, each of which hits the breakpoint', async () => {
    await using native = record('native');
    const line = lineContaining(THREADS, 'int square');
    must(await native.backend.setBreakpoints(THREADS, [at('work', line)]));
    await native.launch(compiled.program('threads'));
    const { thread: main } = await native.next('stopped');
    const seen = new Set<number>();
    must(await native.backend.resume());
    for (let count = 0; count < 3; count += 1) {
      const stop = await native.next('stopped');
      expect(stop).toMatchObject({ reason: 'breakpoint', breakpoints: ['work'], location: { line } });
      seen.add(stop.thread);
      const threads = must(await native.backend.threads());
      expect(threads.find(({ id }) => id === stop.thread)).toMatchObject({
        state: 'stopped',
        location: { file: THREADS, line },
      });
      must(await native.backend.resume());
    }
    expect([seen.size, seen.has(main)]).toEqual([3, false]);
    expect(await native.next('exited')).toMatchObject({ code: 0 });
  });
});
