import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generousDeadline, opened, toPlace, unwrap, WORKSPACES } from '../fixtures/workspaces.ts';

const ROOT = join(WORKSPACES, 'cpp');
const MAIN = join(ROOT, 'main.cpp');
const HEADER = join(ROOT, 'shop.hpp');
const FILES = readdirSync(ROOT);

const code = await opened(join(ROOT, 'compile_commands.json'));
afterAll(async () => {
  await code.close();
  // clangd must not write its index next to the sources.
  expect(readdirSync(ROOT)).toEqual(FILES);
});

it('is one project including the headers', () => {
  expect([code.kind, code.projects]).toEqual([
    'cpp',
    [{ name: 'cpp', path: join(ROOT, 'compile_commands.json'), documentsCount: 3, targetFramework: 'c++17' }],
  ]);
});

describe('definition', () => {
  it('is found in a header', async () => {
    expect(unwrap(await code.definition({ file: MAIN, line: 6, column: 9 }, generousDeadline()))).toEqual({
      symbol: {
        name: 'total',
        fullyQualifiedName: 'store::Shop::total',
        kind: 'Field',
        containingType: 'Shop',
        containingNamespace: 'store',
        declaration: { file: HEADER, line: 8, column: 7 },
      },
      definitions: [
        {
          file: HEADER,
          line: 8,
          column: 7,
          endLine: 8,
          endColumn: 12,
          isSource: true,
          packageName: null,
          packageVersion: null,
        },
      ],
    });
  });

  it('of a standard library symbol names the library', async () => {
    const { definitions } = unwrap(await code.definition({ file: MAIN, line: 9, column: 9 }, generousDeadline()));
    expect(definitions).toMatchObject([
      { isSource: false, packageName: 'libstdc++', packageVersion: expect.stringMatching(/^\d+$/) },
    ]);
  });

  it('of a position without a symbol is rejected', async () => {
    expect(await code.definition({ file: MAIN, line: 3, column: 1 }, generousDeadline())).toMatchObject({
      ok: false,
      error: { code: 'SYMBOL_NOT_FOUND' },
    });
  });
});

describe('usages', () => {
  it.each([
    ['with dots', { name: 'Shop.total', kind: undefined }],
    ['with colons', { name: 'store::Shop::total', kind: 'Field' }],
    ['by place', { file: MAIN, line: 7, column: 8 }],
  ])('are found in all files %s', async (_how, of) => {
    const { usages } = unwrap(await code.usages(of, generousDeadline()));
    expect(usages.map((usage) => `${usage.kind} ${toPlace(usage, ROOT)} ${usage.context}`)).toEqual([
      'Write main.cpp:6:8 shop.total = 5;',
      'Write main.cpp:7:8 shop.total <<= 1;',
      'Write shop.cpp:8:3 total += price;',
      'Read shop.cpp:19:10 return total + count;',
      'Declaration shop.hpp:8:7 int total = 0;',
    ]);
  });

  it.each([
    ['by name', { name: 'Shop.sell', kind: 'Method' }],
    // This file contains only its declaration.
    ['by the place of a call', { file: MAIN, line: 10, column: 16 }],
  ])('of a function are its declaration, its definition and its calls, %s', async (_how, of) => {
    const { symbol, usages } = unwrap(await code.usages(of, generousDeadline()));
    expect(symbol).toMatchObject({ kind: 'Method', containingType: 'Shop', containingNamespace: 'store' });
    expect(usages.map((usage) => `${usage.kind} ${toPlace(usage, ROOT)}`)).toEqual([
      'Reference main.cpp:10:15',
      'Declaration shop.cpp:7:11',
      'Declaration shop.hpp:11:7',
    ]);
  });

  it.each([
    ['nothing has', 'nobody', 'SYMBOL_NOT_FOUND'],
    ['several have', 'value', 'INVALID_PARAMETER'],
  ])('of a name that %s are not guessed', async (_what, name, errorCode) => {
    expect(await code.usages({ name, kind: undefined }, generousDeadline())).toMatchObject({
      ok: false,
      error: { code: errorCode },
    });
  });
});

describe('assignments', () => {
  it.each([
    [
      'Shop.total',
      [
        ['Simple', '=', '5', 'main.cpp:6:8'],
        ['Compound', '<<=', '1', 'main.cpp:7:8'],
        ['Compound', '+=', 'price', 'shop.cpp:8:3'],
        ['Initializer', '=', '0', 'shop.hpp:8:7'],
      ],
    ],
    [
      'Shop.sales',
      [
        ['Increment', '++', null, 'main.cpp:8:10'],
        ['Initializer', '()', 'start', 'shop.hpp:6:30'],
      ],
    ],
    [
      'sell.count',
      [
        ['Declaration', '=', '0', 'shop.cpp:9:7'],
        ['Increment', '++', null, 'shop.cpp:10:3'],
        ['Decrement', '--', null, 'shop.cpp:11:5'],
        ['Simple', '=', 'price * 2', 'shop.cpp:12:3'],
        // Passed by non-const reference; const references are not listed.
        ['RefParameter', '&', null, 'shop.cpp:13:9'],
        ['OutParameter', '&', null, 'shop.cpp:14:9'],
        ['Compound', '-=', 'each', 'shop.cpp:18:5'],
      ],
    ],
    ['sell.each', [['Declaration', ':', 'prices', 'shop.cpp:17:12']]],
    ['sell.prices', [['Declaration', '=', '{1, 2}', 'shop.cpp:16:7']]],
    ['main.shop', [['Declaration', '{}', '3', 'main.cpp:5:15']]],
    ['store.opened', [['Declaration', '=', '1', 'shop.cpp:5:5']]],
  ])('of %s', async (name, expected) => {
    const { assignments } = unwrap(await code.assignments({ name, kind: undefined }, generousDeadline()));
    expect(assignments.map((each) => [each.kind, each.operator, each.valueExpression, toPlace(each, ROOT)])).toEqual(
      expected,
    );
  });
});

it('has the diagnostics of every compiled file', async () => {
  const found = unwrap(await code.diagnostics(undefined, generousDeadline()));
  expect(found.map(({ severity, id, range }) => `${severity} ${id} ${range && toPlace(range, ROOT)}`)).toEqual([
    'Warning -Wunused-variable shop.cpp:23:7',
    'Error typecheck_nonviable_condition main.cpp:9:15',
    'Error undeclared_var_use main.cpp:10:20',
  ]);
});
