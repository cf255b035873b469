import { describe, expect, it } from 'vitest';
import { value } from '../fixtures/drive.ts';
import { APP, TOP, useStoppedApp } from '../fixtures/stopped-app.ts';

const { driver, refOf } = useStoppedApp();
const children = async (name: string, start = 0, count = 20) =>
  value(await driver.backend.children(await refOf(name), { start, count }));

describe('threads and frames', () => {
  it('have the locations of the source', async () => {
    expect(value(await driver.backend.threads())).toEqual([
      { id: 1, name: 'main', state: 'stopped', location: { file: APP, line: 75, column: 16, functionName: 'main' } },
    ]);
    const { total, frames } = value(await driver.backend.stack(1, 0, 3));
    expect(total).toBeGreaterThan(3);
    expect(
      frames.map(({ index, function: name, module, isExternal, location }) => [
        index,
        name,
        module,
        isExternal,
        location?.line,
      ]),
    ).toEqual([
      [0, 'main', 'built/app.js', false, 75],
      [1, '(module)', 'built/app.js', false, 78],
      [2, '(anonymous)', 'node:internal/modules/cjs/loader', true, expect.any(Number)],
    ]);
    expect(value(await driver.backend.stack(1, 1, 1)).frames.map(({ index }) => index)).toEqual([1]);
  });

  it.each([
    ['of a thread that is not there', { thread: 9, index: 0 }, 'INVALID_THREAD'],
    ['that is not there', { thread: 1, index: 99 }, 'INVALID_FRAME'],
  ])('%s are rejected', async (_, frame, code) => {
    expect(await driver.backend.variables(frame)).toMatchObject({ ok: false, error: { code } });
  });
});

describe('variables', () => {
  it('are those of the frame, then those of the module', async () => {
    const all = value(await driver.backend.variables(TOP));
    expect(all.map(({ name, type, value: text, scope, childCount }) => [name, type, text, scope, childCount])).toEqual([
      ['ann', 'User', "User {#secret: 7, level: 2, name: 'ann', id: 1, next: User}", 'local', 6],
      ['bob', 'User', "User {#secret: 7, level: 2, name: 'bob', id: 'b', next: User}", 'local', 6],
      ['bytes', 'Buffer', 'Buffer(8) [116, 111, 111, 108, 109, 97, 114, 107]', 'local', 8],
      ['floats', 'Float64Array', 'Float64Array(2) [1.5, 2.5]', 'local', 2],
      ['scores', 'Map', "Map(2) {'ann' => 3, 'bob' => 4}", 'local', 2],
      ['seen', 'Set', 'Set(1) {User}', 'local', 1],
      ['box', 'Box', 'Box {value: Array(3)}', 'local', 1],
      ['many', 'Array', expect.stringMatching(/^\[0, 1, 4, 9, .*, …\]$/), 'local', 5000],
      ['count', 'number', '2', 'local', 0],
      ['said', 'undefined', '<not initialised>', 'local', 0],
      ['started', 'number', '41', 'module', 0],
      ['Level', 'Object', "{1: 'Low', 2: 'High', Low: 1, High: 2}", 'module', 4],
      ['Base', 'function', 'class Base', 'module', 1],
      ['User', 'function', 'class User extends Base', 'module', 0],
      ['Tools', 'Object', '{Box: [Function]}', 'module', 1],
      ['visit', 'function', 'function visit(users, visitor, { depth = 1, ...rest } = {})', 'module', 0],
      ['later', 'function', 'async function later(user)', 'module', 0],
    ]);
  });

  it.each([
    [
      'ann',
      [
        ['level', '2', 'field', 'ann.level'],
        ['name', "'ann'", 'field', 'ann.name'],
        ['id', '1', 'field', 'ann.id'],
        ['next', "User {#secret: 7, level: 2, name: 'bob', id: 'b', next: User}", 'field', 'ann.next'],
        ['#secret', '7', 'field', undefined],
        ['full', '<getter>', 'field', 'ann.full'],
      ],
    ],
    [
      'scores',
      [
        ["['ann']", '3', 'element', "scores.get('ann')"],
        ["['bob']", '4', 'element', "scores.get('bob')"],
      ],
    ],
    ['seen', [['[0]', "User {#secret: 7, level: 2, name: 'ann', id: 1, next: User}", 'element', undefined]]],
    [
      'floats',
      [
        ['[0]', '1.5', 'element', 'floats[0]'],
        ['[1]', '2.5', 'element', 'floats[1]'],
      ],
    ],
    ['box', [['value', '[1, 2, 3]', 'field', 'box.value']]],
  ])('of %s are shown without running code of the program', async (name, expected) => {
    const found = await children(name);
    expect(found.map((each) => [each.name, each.value, each.scope, each.path])).toEqual(expected);
    expect(driver.output('stdout')).not.toContain('getter');
  });

  it('come in pages', async () => {
    expect((await children('many', 4_998)).map(({ name, value: text }) => [name, text])).toEqual([
      ['[4998]', '24980004'],
      ['[4999]', '24990001'],
    ]);
    expect((await children('many', 2, 1)).map(({ name }) => name)).toEqual(['[2]']);
    expect((await children('scores', 1, 1)).map(({ name }) => name)).toEqual(["['bob']"]);
    expect((await children('ann', 4, 1)).map(({ name }) => name)).toEqual(['#secret']);
  });
});

describe('evaluate', () => {
  it.each([
    ['ann.name.length + 1', '4', 'number'],
    ["'a\\n' + 1", "'a\\n1'", 'string'],
    ['10n ** 20n', '100000000000000000000n', 'bigint'],
    ['-0', '-0', 'number'],
    ['null', 'null', 'null'],
    ['Symbol.iterator', 'Symbol(Symbol.iterator)', 'symbol'],
    ['new Proxy({}, {})', 'Proxy(Object) {}', 'Proxy'],
    ['new TypeError("no")', 'TypeError: no', 'TypeError'],
    ['(a, b) => a', '(a, b)', 'function'],
    ['[ann.greet("bob")]', "['ann greets bob']", 'Array'],
  ])('%s gives %s', async (expression, text, type) => {
    const found = value(await driver.backend.evaluate(TOP, expression, 2_000));
    expect([found.name, found.value, found.type]).toEqual([expression, text, type]);
  });

  it.each([
    ['while (true) {}', 'eval_timeout', /300 ms/],
    ['nobody', 'variable_unavailable', /nobody is not defined/],
    ['1 +', 'syntax_error', /Unexpected end/],
    ['JSON.parse("{")', 'eval_exception', /SyntaxError/],
    ['ann.nothing.more', 'eval_exception', /TypeError/],
  ])('%s fails with %s', async (expression, code, message) => {
    const outcome = await driver.backend.evaluate(TOP, expression, 300);
    expect(outcome).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } });
    // The next evaluation works after any failure.
    expect(await driver.evaluate('count')).toBe('2');
  });

  it.each([
    ['ann.n', ['ann.name', 'ann.next']],
    ['count + scores.si', ['count + scores.size']],
    ['flo', ['floats']],
    ['structuredCl', ['structuredClone']],
    ['nobody.x', []],
  ])('%s can be completed', async (beginning, expected) => {
    expect(value(await driver.backend.complete(TOP, beginning))).toEqual(expected);
  });
});
