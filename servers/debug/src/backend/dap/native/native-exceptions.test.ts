import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { compileDebuggees } from '../fixtures/compile.ts';
import { expectNothingLeftBehind, must, record } from '../fixtures/recorder.ts';

const compiled = compileDebuggees('segv.c', 'throws.cpp');

afterEach(expectNothingLeftBehind);
afterAll(() => compiled[Symbol.dispose]());

describe('exceptions of C and C++', () => {
  it('are reported with their type, message and base types, caught and uncaught', async () => {
    await using native = record('native');
    must(await native.backend.setExceptions({ caught: true, uncaught: true }));
    await native.launch(compiled.program('throws'), ['--uncaught']);
    await native.next('stopped');
    const told: unknown[] = [];
    for (let count = 0; count < 4; count += 1) {
      must(await native.backend.resume());
      const { thread, reason, isFirstChance } = await native.next('stopped');
      const facts = must(await native.backend.exception(thread));
      const is = async (type: string, subtypes: boolean) =>
        must(await native.backend.isException(thread, type, subtypes));
      const { frames } = must(await native.backend.stack(thread, facts?.throwingFrame ?? 0, 1));
      told.push([reason, isFirstChance, facts?.type, facts?.message, frames[0]?.function]);
      told.push([await is('std::exception', true), await is('std::exception', false), await is('runtime_error', true)]);
    }
    expect(told).toEqual([
      ['exception', true, 'AppError', 'bad x', 'fail(char const*)'],
      [true, false, true],
      ['exception', true, 'int', '', 'main'],
      [false, false, false],
      ['exception', true, 'AppError', 'nobody cares', 'fail(char const*)'],
      [true, false, true],
      ['exception', false, 'AppError', 'nobody cares', 'fail(char const*)'],
      [true, false, true],
    ]);
    must(await native.backend.resume());
    expect(await native.next('exited')).toEqual({ kind: 'exited', code: null, signal: 'SIGABRT' });
  });

  it.each([
    ['std::logic_error', true, []],
    ['std::exception', true, ['AppError']],
    ['std::exception', false, []],
    ['int', false, ['int']],
  ])('stop only at the wanted types: %s, with subtypes: %s', async (type, includeSubtypes, expected) => {
    await using native = record('native');
    must(await native.backend.setExceptions({ caught: true, uncaught: false, types: [{ type, includeSubtypes }] }));
    await native.launch(compiled.program('throws'));
    await native.next('stopped');
    const found: unknown[] = [];
    for (;;) {
      must(await native.backend.resume());
      if (found.length === expected.length) break;
      const { thread } = await native.next('stopped');
      found.push(must(await native.backend.exception(thread))?.type);
    }
    expect(await native.next('exited')).toMatchObject({ code: 0 });
    expect(found).toEqual(expected);
  });

  it('include faults of the program', async () => {
    await using native = record('native');
    must(await native.backend.setExceptions({ caught: false, uncaught: true }));
    await native.launch(compiled.program('segv'));
    await native.next('stopped');
    must(await native.backend.resume());
    const { thread, reason, isFirstChance } = await native.next('stopped');
    expect([reason, isFirstChance]).toEqual(['exception', false]);
    expect(must(await native.backend.exception(thread))).toMatchObject({
      type: 'SIGSEGV',
      message: expect.stringContaining('0x10'),
      throwingFrame: 0,
    });
    expect(must(await native.backend.isException(thread, 'SIGSEGV', false))).toBe(true);
    must(await native.backend.resume());
    expect(await native.next('exited')).toEqual({ kind: 'exited', code: null, signal: 'SIGSEGV' });
  });

  it.each([
    ['throws', ['--uncaught'], 'SIGABRT'],
    ['segv', [], 'SIGSEGV'],
  ])('end %s as without a debugger if no breakpoint matches', async (name, args, signal) => {
    await using native = record('native');
    await native.launch(compiled.program(name), args);
    must(await native.backend.resume());
    expect(await native.next('exited')).toEqual({ kind: 'exited', code: null, signal });
    expect(native.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
  });
});
