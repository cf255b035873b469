import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeBackend } from '../code-backend.ts';
import { generousDeadline, opened, toPlace, unwrap, WORKSPACES } from '../fixtures/workspaces.ts';

const ROOT = join(WORKSPACES, 'python');
const MAIN = join(ROOT, 'main.py');
const SHOP = join(ROOT, 'shop.py');

const code = await opened(ROOT);
afterAll(() => code.close());

it('is one project with everything in the folder', () => {
  expect([code.kind, code.projects]).toEqual([
    'python',
    [
      {
        name: 'python',
        path: join(ROOT, 'pyrightconfig.json'),
        documentsCount: 3,
        targetFramework: expect.stringMatching(/^Python 3\.\d+$/),
      },
    ],
  ]);
});

describe('definition', () => {
  it('is found in another file', async () => {
    expect(unwrap(await code.definition({ file: MAIN, line: 7, column: 6 }, generousDeadline()))).toEqual({
      symbol: {
        name: 'total',
        fullyQualifiedName: 'Shop.total',
        kind: 'Field',
        containingType: 'Shop',
        containingNamespace: 'shop',
        declaration: { file: SHOP, line: 2, column: 5 },
      },
      definitions: [
        {
          file: SHOP,
          line: 2,
          column: 5,
          endLine: 2,
          endColumn: 10,
          isSource: true,
          packageName: null,
          packageVersion: null,
        },
      ],
    });
  });

  it('of a library symbol names the package', async () => {
    const { symbol, definitions } = unwrap(
      await code.definition({ file: MAIN, line: 9, column: 12 }, generousDeadline()),
    );
    expect(symbol).toMatchObject({ name: 'dumps', kind: 'Method', containingNamespace: 'json' });
    expect(definitions).toContainEqual(
      expect.objectContaining({
        isSource: false,
        packageName: 'pyright',
        packageVersion: expect.stringMatching(/^\d+\.\d+/),
      }),
    );
  });

  it.each([
    ['between names', { file: MAIN, line: 3, column: 1 }, 'SYMBOL_NOT_FOUND', /no symbol at/],
    ['beyond the last line', { file: MAIN, line: 999, column: 1 }, 'INVALID_PARAMETER', /has 19 lines/],
    ['in no file', { file: join(ROOT, 'gone.py'), line: 1, column: 1 }, 'INVALID_PARAMETER', /gone\.py cannot be read/],
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

  it.each([
    ['by name', { name: 'Shop.total', kind: undefined }],
    ['by name with its module', { name: 'shop.Shop.total', kind: 'Field' }],
    ['by place', { file: MAIN, line: 9, column: 25 }],
  ])('are found in all files %s', async (_how, of) => {
    expect(await listUsages(of)).toEqual([
      'Write main.py:7:6 shop.total = 5',
      'Write main.py:8:6 shop.total **= 2',
      'Read main.py:9:23 print(json.dumps(shop.total), nowhere)',
      'Declaration shop.py:2:5 total: int = 0',
      'Write shop.py:7:14 self.total = 1',
      'Write shop.py:10:14 self.total += price',
      'Write shop.py:13:18 self.total -= count',
      'Read shop.py:17:21 return self.total + count',
    ]);
  });

  it('of a class are references', async () => {
    expect(await listUsages({ name: 'Shop', kind: 'Type' })).toEqual([
      'Reference main.py:4:26 from shop import Corner, Shop',
      'Reference main.py:6:8 shop = Shop("corner")',
      'Declaration shop.py:1:7 class Shop:',
      'Reference shop.py:20:14 class Corner(Shop):',
    ]);
  });

  it('of a library symbol are those in the workspace', async () => {
    expect(await listUsages({ file: MAIN, line: 9, column: 12 })).toEqual([
      'Reference main.py:9:12 print(json.dumps(shop.total), nowhere)',
    ]);
  });

  it('of an ambiguous name are rejected with the candidates', async () => {
    const found = await code.usages({ name: 'rate', kind: undefined }, generousDeadline());
    expect(found).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMETER', details: { count: 2 } } });
  });
});

describe('assignments', () => {
  it.each([
    [
      'Shop.total',
      [
        ['Simple', '=', '5', 'main.py:7:6'],
        ['Compound', '**=', '2', 'main.py:8:6'],
        ['Initializer', '=', '0', 'shop.py:2:5'],
        ['Simple', '=', '1', 'shop.py:7:14'],
        ['Compound', '+=', 'price', 'shop.py:10:14'],
        ['Compound', '-=', 'count', 'shop.py:13:18'],
      ],
    ],
    ['Shop.rate', [['Declaration', '=', 'rate', 'shop.py:6:14']]],
    ['__init__.rate', [['Initializer', '=', '0.2', 'shop.py:4:35']]],
    ['__init__.name', []],
    [
      'sell.count',
      [
        ['Declaration', '=', '0', 'shop.py:11:9'],
        ['Simple', 'in', 'range(3)', 'shop.py:12:13'],
        ['Simple', '=', 'half, 1', 'shop.py:15:13'],
      ],
    ],
    ['sell.half', [['Declaration', ':=', 'price // 2', 'shop.py:14:13']]],
    ['prices', [['Declaration', 'as', 'Path("prices.txt").open()', 'main.py:11:35']]],
    ['last', [['Declaration', '=', 'prices.readline()', 'main.py:12:13']]],
    [
      'main.shop',
      [
        ['Declaration', '=', 'Shop("corner")', 'main.py:6:1'],
        ['Simple', '=', 'Corner( "other", rate=0.5, )', 'main.py:14:1'],
      ],
    ],
  ])('of %s', async (name, expected) => {
    const { assignments } = unwrap(await code.assignments({ name, kind: undefined }, generousDeadline()));
    expect(assignments.map((each) => [each.kind, each.operator, each.valueExpression, toPlace(each, ROOT)])).toEqual(
      expected,
    );
  });
});

describe('diagnostics', () => {
  it('cover every file that the project includes', async () => {
    const found = unwrap(await code.diagnostics(undefined, generousDeadline()));
    expect(found.map(({ severity, id, range }) => `${severity} ${id} ${range && toPlace(range, ROOT)}`)).toEqual([
      'Error reportUndefinedVariable main.py:9:31',
      'Error reportArgumentType main.py:18:11',
      'Error reportAssignmentType shop.py:21:19',
    ]);
    expect(found[0]).toMatchObject({
      message: '"nowhere" is not defined',
      project: 'python',
      helpLink: expect.stringContaining('#reportUndefinedVariable'),
    });
  });

  it('of an unknown project name the existing one', async () => {
    expect(await code.diagnostics('shop', generousDeadline())).toMatchObject({
      ok: false,
      error: { code: 'PROJECT_NOT_FOUND', message: 'There is no project "shop". The workspace has python.' },
    });
  });
});
