import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeBackend } from '../code-backend.ts';
import { createFolder, generousDeadline, opened, unwrap } from '../fixtures/workspaces.ts';

/** The initial value of both variables. */
const TOTAL = ['Declaration', '=', '0'];
const OTHER = ['Declaration', '=', '1'];

const CASES = [
  ['({ total } = shop)', 'total', [TOTAL, ['Simple', '=', 'shop']]],
  ['({ total: other } = shop)', 'other', [OTHER, ['Simple', '=', 'shop']]],
  ['[, ...other] = [shop]', 'other', [OTHER, ['Simple', '=', '[shop]']]],
  ['(other as number) -= 2', 'other', [OTHER, ['Compound', '-=', '2']]],
  ['other! **= 2', 'other', [OTHER, ['Compound', '**=', '2']]],
  ['shop["total"] = 3', 'Shop.total', [['Simple', '=', '3']]],
  ['const made: Shop = { total }', 'Shop.total', [['Initializer', ':', 'total']]],
  ['const made: Shop = { total }', 'total', [['Declaration', '=', '0']]],
  ['for (other in shop) {}', 'other', [OTHER, ['Simple', 'in', 'shop']]],
  ['const { total: third = 4 } = shop', 'third', [['Declaration', '=', 'shop']]],
  ['function f({ third } = shop) {}', 'f.third', [['Initializer', '=', 'shop']]],
] as const;

/** Each case is a separate module, so that all can be loaded at once. */
const BEFORE = `
interface Shop { total: number }
declare let shop: Shop;
let total: any = 0;
let other: any = 1;
export { Shop, shop, total, other };
`;

const folder = createFolder({
  'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'nodenext', noEmit: true, types: [] } }),
  ...Object.fromEntries(CASES.map(([statement], index) => [`case${index}.ts`, `${BEFORE}${statement};\n`])),
});
let code: CodeBackend;
beforeAll(async () => {
  code = await opened(folder.path);
}, 60_000);
afterAll(async () => {
  await code.close();
  folder[Symbol.dispose]();
});

it.each(CASES.map(([statement, name, expected], index) => ({ statement, name, expected, index })))(
  '$statement, for $name',
  async ({ name, expected, index }) => {
    const { assignments } = unwrap(
      await code.assignments({ name: `case${index}.${name}`, kind: undefined }, generousDeadline()),
    );
    expect(assignments.map(({ kind, operator, valueExpression }) => [kind, operator, valueExpression])).toEqual(
      expected,
    );
  },
);
