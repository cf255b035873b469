import { afterEach, describe, expect, it } from 'vitest';
import type { WantedExceptions } from '../../backend.ts';
import { createDriver, type Driver, debuggee, value } from '../fixtures/drive.ts';

let driver: Driver;
afterEach(() => driver.end());

const run = async (wanted: WantedExceptions, program: string, ...args: string[]): Promise<Driver> => {
  driver = createDriver();
  value(await driver.backend.setExceptions(wanted));
  await driver.launch(program, ...args);
  await driver.next('stopped');
  value(await driver.backend.resume());
  return driver;
};

const ALL = { caught: true, uncaught: true };
const UNCAUGHT = { caught: false, uncaught: true };

it.each([
  [
    'one that is caught',
    ALL,
    'errors.js',
    'caught',
    { type: 'SpecialError', message: 'caught', isFirstChance: true },
    5,
  ],
  [
    'one that is not',
    UNCAUGHT,
    'errors.js',
    'uncaught',
    { type: 'SpecialError', message: 'uncaught', isFirstChance: false },
    5,
  ],
  [
    'a rejection',
    UNCAUGHT,
    'errors.js',
    'rejection',
    { type: 'RangeError', message: 'rejected', isFirstChance: false },
    21,
  ],
  [
    'a text',
    UNCAUGHT,
    'errors.js',
    'text',
    { type: 'string', message: 'only a text', stackText: undefined, inner: [] },
    5,
  ],
  [
    'one that Node throws',
    UNCAUGHT,
    'errors.js',
    'system',
    { type: 'Error', message: expect.stringContaining('ENOENT') },
    25,
  ],
  [
    'one of a module',
    UNCAUGHT,
    'esm.mjs',
    'throw',
    { type: 'RangeError', message: 'thrown by a module', isFirstChance: false },
    10,
  ],
])('stops at %s', async (_, wanted, program, kind, exception, line) => {
  const { next, backend } = await run(wanted, program, kind);
  const stopped = await next('stopped');
  expect(stopped).toMatchObject({ reason: 'exception', location: { file: debuggee(program), line } });
  const facts = value(await backend.exception(1));
  expect(facts).toMatchObject(exception);
  expect(facts?.isFirstChance).toBe(stopped.isFirstChance);
  const frames = value(await backend.stack(1, 0, 20)).frames;
  expect(frames[facts?.throwingFrame ?? -1]?.location).toMatchObject({ file: debuggee(program), line });
  value(await backend.resume());
  expect(await next('exited')).toMatchObject({ code: kind === 'caught' ? 0 : 1 });
});

it.each([
  ['caught', UNCAUGHT],
  ['caught', { caught: false, uncaught: false }],
])('does not stop at one that is %s if that is not requested', async (kind, wanted) => {
  const { next } = await run(wanted, 'errors.js', kind);
  expect(await next('exited')).toMatchObject({ code: 0 });
  expect(driver.events.filter((event) => event.kind === 'stopped')).toHaveLength(1);
});

it('matches types by prototype', async () => {
  const { next, backend } = await run(ALL, 'errors.js', 'caught');
  await next('stopped');
  const is = async (type: string, includesSubtypes: boolean) =>
    value(await backend.isException(1, type, includesSubtypes));
  expect([
    await is('SpecialError', false),
    await is('AppError', true),
    await is('Error', true),
    await is('AppError', false),
    await is('TypeError', true),
    await is('ialError', true),
  ]).toEqual([true, true, true, false, false, false]);
});

it.each([
  [
    'causes',
    [
      ...[6, 5, 4, 3, 2, 1].map((level, at) => ({ type: 'AppError', message: `level ${level}`, depth: at + 1 })),
      { type: 'TypeError', message: 'the root', depth: 7 },
    ],
  ],
  [
    'aggregate',
    [
      { type: 'TypeError', message: 'one', depth: 1 },
      { type: 'AppError', message: 'two', depth: 1 },
      { type: 'string', message: 'text', depth: 2 },
    ],
  ],
])('includes its causes: %s', async (kind, inner) => {
  const { next, backend } = await run(UNCAUGHT, 'errors.js', kind);
  await next('stopped');
  const facts = value(await backend.exception(1));
  expect(facts?.inner).toEqual(inner);
  expect(facts?.stackText).toContain('    at Object.');
});

it('has no exception if it stopped for another reason', async () => {
  driver = createDriver();
  await driver.launch('loop.js');
  expect(value(await driver.backend.exception(1))).toBeUndefined();
  expect(value(await driver.backend.isException(1, 'Error', true))).toBe(false);
});

it.each([
  ['RangeError', 0],
  ['AppError', 1],
])('stops only at the wanted types: %s', async (type, stops) => {
  const { next, backend, events } = await run(
    { ...ALL, types: [{ type, includeSubtypes: true }] },
    'errors.js',
    'caught',
  );
  if (stops > 0) expect(await next('stopped')).toMatchObject({ reason: 'exception' });
  if (stops > 0) value(await backend.resume());
  expect(await next('exited')).toMatchObject({ code: 0 });
  expect(events.filter((event) => event.kind === 'stopped')).toHaveLength(1 + stops);
});

describe('a CommonJS module that an ES module imports', () => {
  it.each([ALL, UNCAUGHT])('stops where it throws, before the entry: %o', async (wanted) => {
    driver = createDriver();
    value(await driver.backend.setExceptions(wanted));
    await driver.launch('load-throws.mjs');
    const thrown = { file: debuggee('load-throws.cjs'), line: 2 };
    const stopped = { reason: 'exception', isFirstChance: false, location: thrown };
    expect(await driver.next('stopped')).toMatchObject(stopped);
    expect(value(await driver.backend.exception(1))).toMatchObject({ type: 'RangeError', message: 'at load 1' });
    value(await driver.backend.step(1, 'over'));
    expect(await driver.next('exited')).toMatchObject({ code: 1 });
  });

  it('does not stop at an exception that it handles, and enters at its importer', async () => {
    driver = createDriver();
    value(await driver.backend.setExceptions(UNCAUGHT));
    await driver.launch('load-catches.mjs');
    const entry = { file: debuggee('load-catches.mjs'), line: 3 };
    expect(await driver.next('stopped')).toMatchObject({ reason: 'entry', location: entry });
    value(await driver.backend.resume());
    expect(await driver.next('exited')).toMatchObject({ code: 0 });
  });

  it('stops at both if exceptions that are caught are wanted', async () => {
    driver = createDriver();
    value(await driver.backend.setExceptions(ALL));
    await driver.launch('load-catches.mjs');
    const thrown = { file: debuggee('load-catches.cjs'), line: 3 };
    expect(await driver.next('stopped')).toMatchObject({ reason: 'exception', isFirstChance: true, location: thrown });
    expect(await driver.resume()).toMatchObject({ reason: 'entry', location: { line: 3 } });
    value(await driver.backend.resume());
    expect(await driver.next('exited')).toMatchObject({ code: 0 });
  });
});
