import { afterEach, describe, expect, it } from 'vitest';
import { debuggee, expectNothingLeftBehind, must, record } from '../fixtures/recorder.ts';

const ERRORS = debuggee('python/errors.py');

afterEach(expectNothingLeftBehind);

describe('exceptions of Python', () => {
  it('are reported once each, with their causes, and match by base type', async () => {
    await using python = record('python');
    must(await python.backend.setExceptions({ caught: true, uncaught: true }));
    await python.launch(ERRORS, ['--uncaught']);
    await python.next('stopped');
    const told: unknown[] = [];
    for (let count = 0; count < 5; count += 1) {
      must(await python.backend.resume());
      const stop = await python.next('stopped');
      const facts = must(await python.backend.exception(stop.thread));
      told.push([stop.reason, stop.isFirstChance, facts?.type, facts?.message, facts?.isFirstChance, facts?.inner]);
      if (count === 2) {
        const is = async (type: string, subtypes: boolean) =>
          must(await python.backend.isException(stop.thread, type, subtypes));
        expect([
          await is('AppError', true),
          await is('AppError', false),
          await is('DeepError', false),
          await is('OSError', true),
        ]).toEqual([true, false, true, false]);
        expect(facts?.stackText).toContain('raise DeepError("cannot serve") from problem');
        expect(facts?.stackText).not.toContain('debugpy');
      }
    }
    const value = { type: 'ValueError', message: "invalid literal for int() with base 10: 'seven'" };
    const app = { type: 'AppError', message: 'cannot load' };
    expect(told).toEqual([
      ['exception', true, value.type, value.message, true, []],
      ['exception', true, app.type, app.message, true, [{ ...value, depth: 1 }]],
      [
        'exception',
        true,
        'DeepError',
        'cannot serve',
        true,
        [
          { ...app, depth: 1 },
          { ...value, depth: 2 },
        ],
      ],
      ['exception', true, 'DeepError', 'nobody cares', true, []],
      ['exception', false, 'DeepError', 'nobody cares', false, []],
    ]);
    must(await python.backend.resume());
    expect(await python.next('exited')).toMatchObject({ code: 1 });
    expect(python.output('stderr')).toContain('DeepError: nobody cares');
  });

  it.each([
    ['KeyError', true, []],
    ['AppError', true, ['AppError', 'DeepError']],
    ['AppError', false, ['AppError']],
  ])('stop only at the wanted types: %s, with subtypes: %s', async (type, includeSubtypes, expected) => {
    await using python = record('python');
    must(await python.backend.setExceptions({ caught: true, uncaught: true, types: [{ type, includeSubtypes }] }));
    await python.launch(ERRORS);
    await python.next('stopped');
    const found: unknown[] = [];
    for (;;) {
      must(await python.backend.resume());
      if (found.length === expected.length) break;
      const { thread } = await python.next('stopped');
      found.push(must(await python.backend.exception(thread))?.type);
    }
    expect(await python.next('exited')).toMatchObject({ code: 0 });
    expect(found).toEqual(expected);
  });

  it('do not stop the program without an exception breakpoint', async () => {
    await using python = record('python');
    await python.launch(ERRORS, ['--uncaught']);
    expect(must(await python.backend.exception(1))).toBeUndefined();
    must(await python.backend.resume());
    expect(await python.next('exited')).toMatchObject({ code: 1 });
  });
});
