import { afterEach, describe, expect, it } from 'vitest';
import { createDriver, type Driver, debuggee, value } from '../fixtures/drive.ts';

let driver: Driver;
const start = (): Driver => {
  driver = createDriver();
  return driver;
};
afterEach(() => driver.end());

const LOOP = debuggee('loop.js');
const APP = debuggee('app.ts');

describe('breakpoints', () => {
  it('wait for a program, and stop it at the first line of a TypeScript source', async () => {
    const { breakAt, launch, next } = start();
    expect(await breakAt('app.ts', 1)).toEqual([
      {
        id: 'bp-1',
        isBound: false,
        location: undefined,
        message: 'No program is running yet; the breakpoint is set when one is launched.',
        nearestLine: undefined,
      },
    ]);
    await launch('built/app.js');
    expect(await next('stopped')).toMatchObject({ breakpoints: ['bp-1'], location: { file: APP, line: 1 }, hits: 1 });
    expect((await next('bound')).breakpoint).toMatchObject({ isBound: true, location: { file: APP, line: 1 } });
  });

  it('stop at each hit, and count hits', async () => {
    const { breakAt, launch, next, resume, evaluate } = start();
    await launch('loop.js');
    await next('stopped');
    expect(await breakAt('loop.js', 4)).toEqual([
      {
        id: 'bp-1',
        isBound: true,
        location: { file: LOOP, line: 4, column: 18 },
        message: undefined,
        nearestLine: undefined,
      },
    ]);
    for (const hits of [1, 2, 3]) {
      expect(await resume()).toMatchObject({ reason: 'breakpoint', breakpoints: ['bp-1'], hits });
      expect(await evaluate('doubled')).toBe(String((hits - 1) * 2));
    }
  });

  it.each([
    ['a condition', { condition: 'index === 7' }, '14', [1]],
    ['a condition with a comment', { condition: 'index === 7 // seven' }, '14', [1]],
    ['a count', { hits: { kind: 'compare', operator: '==', value: 3 } }, '4', [3]],
    ['every fourth', { hits: { kind: 'every', divisor: 4, remainder: 0 } }, '6', [4]],
    ['both', { condition: 'index > 2', hits: { kind: 'every', divisor: 2, remainder: 0 } }, '8', [2]],
    ['a condition that throws', { condition: 'nobody.knows' }, '0', [1, 'ReferenceError: nobody is not defined']],
    ['a condition that is no expression', { condition: 'index ===' }, '0', [1, "SyntaxError: Unexpected token ')'"]],
  ] as const)('apply %s inside the program', async (_, conditions, doubled, [hits, problem]) => {
    const { breakAt, launch, next, resume, evaluate, events } = start();
    await launch('loop.js');
    await next('stopped');
    await breakAt('loop.js', { line: 4, ...conditions });
    expect(await resume()).toMatchObject({ reason: 'breakpoint', breakpoints: ['bp-1'], hits });
    expect(await evaluate('doubled')).toBe(doubled);
    const failed = events.filter((event) => event.kind === 'condition-failed');
    expect(failed.map(({ id, hits: at, message }) => [id, at, message])).toEqual(
      problem === undefined ? [] : [['bp-1', hits, problem]],
    );
    const passed = events.filter((event) => event.kind === 'passed');
    expect(passed).toEqual(
      Array.from({ length: hits - 1 }, (__, at) => ({ kind: 'passed', id: 'bp-1', hits: at + 1 })),
    );
  });

  it('report a condition that cannot be parsed', async () => {
    const { breakAt, launch } = start();
    await launch('loop.js');
    const [bound] = await breakAt('loop.js', { line: 4, condition: 'index ===' });
    expect(bound).toMatchObject({ isBound: true, message: expect.stringContaining('stops every time') });
  });

  it.each([
    ['loop.js', 'loop.js', 1, { isBound: true, nearestLine: 3, location: { line: 3 } }],
    ['loop.js', 'loop.js', 900, { isBound: false, nearestLine: 12, location: undefined }],
    ['built/app.js', 'app.ts', 2, { isBound: true, nearestLine: 9, location: { file: APP, line: 9 } }],
    ['built/app.js', 'app.ts', 500, { isBound: false, nearestLine: 78, location: undefined }],
    ['loop.js', 'esm.mjs', 3, { isBound: false, nearestLine: undefined, location: undefined }],
  ])('of %s in %s on line %i move to the nearest line with code, or name it', async (program, file, line, bound) => {
    const { breakAt, launch } = start();
    await launch(program);
    const [found] = await breakAt(file, line);
    expect(found).toMatchObject({ ...bound, message: expect.any(String) });
  });

  it('are replaced file by file, and stop nowhere once removed', async () => {
    const { breakAt, launch, next, resume, backend } = start();
    await launch('loop.js', '4');
    await next('stopped');
    await breakAt('loop.js', 3, { id: 'second', line: 4 });
    expect(await resume()).toMatchObject({ breakpoints: ['bp-1'] });
    expect(await resume()).toMatchObject({ breakpoints: ['second'] });
    await breakAt('loop.js', { id: 'second', line: 4 });
    expect(await resume()).toMatchObject({ breakpoints: ['second'], hits: 2 });
    // Its hit count is kept when its condition changes.
    await breakAt('loop.js', { id: 'second', line: 4, hits: { kind: 'compare', operator: '>=', value: 4 } });
    expect(await resume()).toMatchObject({ breakpoints: ['second'], hits: 4 });
    await breakAt('loop.js');
    value(await backend.resume());
    expect(await next('exited')).toMatchObject({ code: 0 });
  });

  it('bind in files that are loaded later', async () => {
    const { breakAt, launch, next, resume } = start();
    await breakAt('esm-part.mjs', 4);
    await launch('esm.mjs');
    await next('stopped');
    expect(await resume()).toMatchObject({
      breakpoints: ['bp-1'],
      location: { file: debuggee('esm-part.mjs'), line: 4 },
    });
    expect((await next('bound')).breakpoint).toMatchObject({ id: 'bp-1', isBound: true });
  });

  it('stop once at the first line of a module, at its entry', async () => {
    const { breakAt, launch, next, resume } = start();
    await breakAt('esm.mjs', 1);
    await breakAt('esm-part.mjs', { id: 'part', line: 1 });
    await launch('esm.mjs');
    // Imported modules run first.
    const first = { file: debuggee('esm-part.mjs'), line: 1 };
    expect(await next('stopped')).toMatchObject({ reason: 'entry', breakpoints: ['part'], hits: 1, location: first });
    expect(await resume()).toMatchObject({ reason: 'breakpoint', breakpoints: ['bp-1'], location: { line: 4 } });
  });

  it('bind in TypeScript that Node runs directly', async () => {
    const { breakAt, launch, next, resume, evaluate } = start();
    await breakAt('strip.ts', 7);
    await launch('strip.ts');
    expect(await next('stopped')).toMatchObject({ reason: 'entry', location: { file: debuggee('strip.ts'), line: 9 } });
    expect(await resume()).toMatchObject({ breakpoints: ['bp-1'], location: { file: debuggee('strip.ts'), line: 7 } });
    expect(await evaluate('squared')).toBe('25');
  });

  it('apply conditions in other contexts, and a `debugger` statement stops too', async () => {
    const { breakAt, launch, next, resume, evaluate, backend } = start();
    await breakAt('context-code.js', { line: 3, condition: 'index === 3' }, { line: 3, trace: [{ text: 'x' }] });
    await launch('contexts.js');
    await next('stopped');
    expect(await resume()).toMatchObject({ reason: 'breakpoint', breakpoints: ['bp-1'], location: { line: 3 } });
    expect(await evaluate('index')).toBe('3');
    expect(await resume()).toMatchObject({ reason: 'statement', breakpoints: [], location: { line: 7 } });
    value(await backend.resume());
    expect(await next('exited')).toMatchObject({ code: 0 });
  });

  it('on a compiled line are shown in the source', async () => {
    const { breakAt, launch, next, resume } = start();
    await launch('built/app.js');
    await next('stopped');
    const [bound] = await breakAt('built/app.js', 31);
    expect(bound).toMatchObject({ isBound: true, location: { file: APP } });
    expect(await resume()).toMatchObject({ breakpoints: ['bp-1'], location: { file: APP } });
  });
});

describe('tracepoints', () => {
  it('log without stopping, and count every hit', async () => {
    const { breakAt, launch, next, backend, events } = start();
    await launch('loop.js', '6');
    await next('stopped');
    await breakAt(
      'loop.js',
      {
        id: 'tp-1',
        line: 4,
        hits: { kind: 'every', divisor: 2, remainder: 0 },
        trace: [
          { text: 'doubled=' },
          { expression: 'doubled' },
          { text: ' ' },
          { expression: 'nothing' },
          { expression: '}' },
        ],
      },
      // At the same location, with a stop.
      { id: 'bp-2', line: 4, condition: 'index === 4' },
    );
    value(await backend.resume());
    expect(await next('stopped')).toMatchObject({ breakpoints: ['bp-2'], hits: 1 });
    value(await backend.resume());
    await next('exited');
    const traced = events.filter((event) => event.kind === 'traced');
    expect(traced.map(({ message, hits, thread, location }) => [message, hits, thread, location?.line])).toEqual(
      [2, 4, 6].map((hits) => [
        `doubled=${(hits - 1) * 2} <error: ReferenceError: nothing is not defined><error: SyntaxError: Unexpected token '}'>`,
        hits,
        1,
        4,
      ]),
    );
  });

  it('print nested values, and run no getter', async () => {
    const { breakAt, launch, next, backend, output } = start();
    await breakAt('app.ts', {
      line: 75,
      trace: [{ expression: 'ann' }, { text: ' ' }, { expression: '[scores, said2 => 1]' }],
    });
    await launch('built/app.js');
    await next('stopped');
    value(await backend.resume());
    expect(await next('traced')).toMatchObject({
      message:
        'User {level: 2, name: "ann", id: 1, next: User {level: 2, name: "bob", id: "b", next: User}} [Map(2), [Function (anonymous)]]',
      location: { file: APP, line: 75 },
    });
    await next('exited');
    expect(output('stdout')).not.toContain('getter');
  });
});
