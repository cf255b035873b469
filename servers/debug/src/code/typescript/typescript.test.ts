import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeBackend } from '../code-backend.ts';
import { generousDeadline, opened, toPlace, unwrap, WORKSPACES } from '../fixtures/workspaces.ts';

const ROOT = join(WORKSPACES, 'ts');
const MAIN = join(ROOT, 'app/main.ts');
const LIB = join(ROOT, 'lib/shop.ts');

// Opening takes seconds, so all tests share one workspace.
const code = await opened(ROOT);
afterAll(() => code.close());

it('has a project for each referenced tsconfig.json, and none for the file with only references', () => {
  expect([code.kind, code.projects]).toEqual([
    'typescript',
    [
      { name: 'app', path: join(ROOT, 'app/tsconfig.json'), documentsCount: 2, targetFramework: 'ES2024' },
      { name: 'lib', path: join(ROOT, 'lib/tsconfig.json'), documentsCount: 1, targetFramework: 'ES2022' },
    ],
  ]);
});

describe('definition', () => {
  it('is found in the sources of another project that is not built', async () => {
    expect(unwrap(await code.definition({ file: MAIN, line: 5, column: 6 }, generousDeadline()))).toEqual({
      symbol: {
        name: 'total',
        fullyQualifiedName: 'Shop.total',
        kind: 'Field',
        containingType: 'Shop',
        containingNamespace: 'lib/shop',
        declaration: { file: LIB, line: 7, column: 3 },
      },
      definitions: [
        {
          file: LIB,
          line: 7,
          column: 3,
          endLine: 7,
          endColumn: 8,
          isSource: true,
          packageName: null,
          packageVersion: null,
        },
      ],
    });
  });

  it('of a library symbol names its package and version', async () => {
    const manifest = createRequire(import.meta.url).resolve('@types/node/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    const { symbol, definitions } = unwrap(
      await code.definition({ file: MAIN, line: 1, column: 12 }, generousDeadline()),
    );
    expect(symbol).toMatchObject({ name: 'readFileSync', kind: 'Method', containingNamespace: 'fs' });
    const from = definitions.map(({ isSource, packageName, packageVersion }) => [
      isSource,
      packageName,
      packageVersion,
    ]);
    expect(new Set(from.map(String))).toEqual(new Set([`false,@types/node,${version}`]));
  });

  it('is found just after a name, too', async () => {
    const { symbol } = unwrap(await code.definition({ file: MAIN, line: 5, column: 11 }, generousDeadline()));
    expect(symbol.fullyQualifiedName).toBe('Shop.total');
  });

  it.each([
    ['between names', { file: MAIN, line: 3, column: 1 }, 'SYMBOL_NOT_FOUND', /no symbol at .*main\.ts:3:1/],
    ['of what does not exist', { file: MAIN, line: 21, column: 64 }, 'SYMBOL_NOT_FOUND', /"map" .* nowhere/],
    ['beyond the last line', { file: MAIN, line: 999, column: 1 }, 'INVALID_PARAMETER', /has 22 lines/],
    ['beyond the end of a line', { file: MAIN, line: 3, column: 80 }, 'INVALID_PARAMETER', /no column 80/],
    ['in no project', { file: '/etc/hosts', line: 1, column: 1 }, 'INVALID_PARAMETER', /in no project/],
  ])('%s is rejected', async (_what, at, errorCode, message) => {
    expect(await code.definition(at, generousDeadline())).toEqual({
      ok: false,
      error: { code: errorCode, message: expect.stringMatching(message) },
    });
  });
});

describe('usages', () => {
  const listUsages = async (of: Parameters<CodeBackend['usages']>[0]) => {
    const { usages } = unwrap(await code.usages(of, generousDeadline()));
    return usages.map((usage) => `${usage.kind} ${toPlace(usage, ROOT)} ${usage.context}`);
  };
  const TOTAL = [
    'Write app/main.ts:5:6 shop.total = 5;',
    'Write app/main.ts:6:6 shop.total ??= 6;',
    'Write app/main.ts:7:7 [shop.total] = [7];',
    'Write app/main.ts:8:11 for (shop.total of [8, 9]) {',
    'Read app/main.ts:9:18 shop.sell(shop.total);',
    'Declaration lib/shop.ts:7:3 total = 0;',
    'Write lib/shop.ts:13:10 this.total += price * rate;',
    'Read lib/shop.ts:15:26 return { total: this.total, name: this.name };',
    'Write lib/shop.ts:20:10 this.total = 0;',
  ];

  it.each([
    ['by name', { name: 'Shop.total', kind: undefined }],
    ['by name with its module', { name: 'lib/shop.Shop.total', kind: 'Field' }],
    ['by the place of the declaration', { file: LIB, line: 7, column: 3 }],
    ['by a place in another project', { file: MAIN, line: 9, column: 20 }],
  ])('are found in all projects %s', async (_how, of) => {
    expect(await listUsages(of)).toEqual(TOTAL);
  });

  it('of a type are references, and so are imports of a variable', async () => {
    expect(await listUsages({ name: 'Shop', kind: 'Type' })).toEqual([
      "Reference app/main.ts:2:32 import { opened, type Receipt, Shop } from '../lib/shop.ts';",
      "Reference app/main.ts:4:18 const shop = new Shop('corner');",
      'Declaration lib/shop.ts:6:14 export class Shop {',
    ]);
    expect(await listUsages({ name: 'opened', kind: undefined })).toEqual([
      "Reference app/main.ts:2:10 import { opened, type Receipt, Shop } from '../lib/shop.ts';",
      'Read app/main.ts:17:18 return total + opened;',
      "Declaration lib/shop.ts:28:14 export const opened: number = 'none';",
    ]);
  });

  it('of a property include destructuring as a read, and those of the resulting variable exclude the property', async () => {
    expect(await listUsages({ name: 'Receipt.total', kind: undefined })).toEqual([
      'Read app/main.ts:16:11 const { total } = shop.sell(sum);',
      'Declaration lib/shop.ts:2:12 readonly total: number;',
      'Write lib/shop.ts:15:14 return { total: this.total, name: this.name };',
    ]);
    expect(await listUsages({ name: 'count.total', kind: 'Local' })).toEqual([
      'Declaration app/main.ts:16:11 const { total } = shop.sell(sum);',
      'Read app/main.ts:17:10 return total + opened;',
    ]);
  });

  it('of an ambiguous name are rejected with all candidates', async () => {
    const found = await code.usages({ name: 'total', kind: undefined }, generousDeadline());
    expect(found).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMETER', details: { count: 4 } } });
    expect(found.ok ? '' : found.error.message).toContain(`Receipt.total (Property, ${LIB}:2:12), Shop.total (Field`);
  });

  it.each([
    ['nothing has', { name: 'nobody', kind: undefined }, /Nothing in the workspace is called "nobody"/],
    ['has another kind', { name: 'Shop.total', kind: 'Method' }, /No Method is called .* Shop\.total \(Field/],
  ])('of a name that %s are not invented', async (_what, of, message) => {
    expect(await code.usages(of, generousDeadline())).toMatchObject({
      ok: false,
      error: { code: 'SYMBOL_NOT_FOUND', message: expect.stringMatching(message) },
    });
  });
});

describe('assignments', () => {
  const listAssignments = async (name: string) => {
    const { assignments } = unwrap(await code.assignments({ name, kind: undefined }, generousDeadline()));
    return assignments.map((each) => [each.kind, each.operator, each.valueExpression, toPlace(each, ROOT)]);
  };

  it.each([
    [
      'Shop.total',
      [
        ['Simple', '=', '5', 'app/main.ts:5:6'],
        ['Compound', '??=', '6', 'app/main.ts:6:6'],
        ['Simple', '=', '[7]', 'app/main.ts:7:7'],
        ['Simple', 'of', '[8, 9]', 'app/main.ts:8:11'],
        ['Initializer', '=', '0', 'lib/shop.ts:7:3'],
        ['Compound', '+=', 'price * rate', 'lib/shop.ts:13:10'],
        ['Simple', '=', '0', 'lib/shop.ts:20:10'],
      ],
    ],
    [
      'Shop.#sales',
      [
        ['Initializer', '=', '0', 'lib/shop.ts:8:3'],
        ['Increment', '++', null, 'lib/shop.ts:14:10'],
        ['Decrement', '--', null, 'lib/shop.ts:19:10'],
      ],
    ],
    ['Receipt.total', [['Initializer', ':', 'this.total', 'lib/shop.ts:15:14']]],
    ['Shop.sell.rate', [['Initializer', '=', '1', 'lib/shop.ts:12:23']]],
    ['shop', [['Declaration', '=', "new Shop('corner')", 'app/main.ts:4:7']]],
    // The declaration has no initializer, so it assigns nothing.
    [
      'count.sum',
      [
        ['Simple', '=', '0', 'app/main.ts:14:3'],
        ['Compound', '+=', 'price', 'app/main.ts:15:31'],
      ],
    ],
    ['count.price', [['Declaration', 'of', 'prices', 'app/main.ts:15:14']]],
    ['count.total', [['Declaration', '=', 'shop.sell(sum)', 'app/main.ts:16:11']]],
    ['count.prices', []],
  ])('of %s', async (name, expected) => {
    expect(await listAssignments(name)).toEqual(expected);
  });

  it('of symbols without a value are rejected', async () => {
    expect(await code.assignments({ name: 'Shop.sell', kind: undefined }, generousDeadline())).toEqual({
      ok: false,
      error: { code: 'INVALID_PARAMETER', message: expect.stringContaining('"Shop.sell" is a Method') },
    });
  });
});

it('times out although the compiler is busy, and answers the next request', async () => {
  const over = new AbortController();
  const late = code.diagnostics(undefined, over.signal);
  over.abort();
  expect(await late).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
  expect(await code.diagnostics('lib', generousDeadline())).toMatchObject({ ok: true });
});
