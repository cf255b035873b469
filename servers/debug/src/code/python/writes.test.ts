import { expect, it } from 'vitest';
import { readElementWrite, readWrite } from './writes.ts';

/** The markers enclose the name. */
function read(marked: string, isParameter = false) {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const write = readWrite(marked.replace(/[«»]/g, ''), start, end, isParameter);
  return write && [write.kind, write.operator, write.valueExpression];
}

it.each([
  ['«x» = 1', ['Simple', '=', '1']],
  ['«x»=1 # one', ['Simple', '=', '1']],
  ['«x» = "a # b; c"; y = 2', ['Simple', '=', '"a # b; c"']],
  ['«x»: dict[str, int] = {}', ['Simple', '=', '{}']],
  ['«x»: int', undefined],
  ['«x» //= 2', ['Compound', '//=', '2']],
  ['«x» >>= 2', ['Compound', '>>=', '2']],
  ['«x» = y = z == 3', ['Simple', '=', 'z == 3']],
  ['x = «y» = 3', ['Simple', '=', '3']],
  ['«x» = y >= 3', ['Simple', '=', 'y >= 3']],
  ['«x» = call(\n  1,\n  k=2,\n)\ny = 1', ['Simple', '=', 'call( 1, k=2, )']],
  ['«x» = """one\ntwo"""\ny = 1', ['Simple', '=', '"""one two"""']],
  ['«x» = 1 + \\\n  2\n', ['Simple', '=', '1 + \\ 2']],
  ['«x», y = 1, 2', ['Simple', '=', '1, 2']],
  ['x, «y» = 1, 2', ['Simple', '=', '1, 2']],
  ['(x, [«y», *z]), w = pair', ['Simple', '=', 'pair']],
  ['x, *«y» = values', ['Simple', '=', 'values']],
  ['for «x» in values:', ['Simple', 'in', 'values']],
  ['for i, (x, «y») in enumerate(values): pass', ['Simple', 'in', 'enumerate(values)']],
  ['[x for «x» in values if x]', ['Simple', 'in', 'values if x']],
  ['if («x» := call(1, 2)) > 3:', ['Simple', ':=', 'call(1, 2)']],
  ['with open("a") as «x»:', ['Simple', 'as', 'open("a")']],
  ['except ValueError as «x»:', ['Simple', 'as', 'ValueError']],
  ['print(«x»)', undefined],
  ['«x» == 1', undefined],
])('%j', (marked, expected) => {
  expect(read(marked)).toEqual(expected);
});

it.each([
  ['def f(«x», y=2):', undefined],
  ['def f(«x»: int, y=2):', undefined],
  ['def f(«x»=1, y=2):', ['Simple', '=', '1']],
  ['def f(«x»: dict[str, int] = {"a": 1}) -> int:', ['Simple', '=', '{"a": 1}']],
])('parameter of %j', (marked, expected) => {
  expect(read(marked, true)).toEqual(expected);
});

it.each([
  ['self.items»[key] = call(1, 2)', ['Simple', '=', 'call(1, 2)']],
  ['self.items»[a[0]]["b"] += 1 # one', ['Compound', '+=', '1']],
  ['x = self.items»[0]', undefined],
  ['self.items»[0] == 1', undefined],
  ['self.items».append(1)', undefined],
  ['call(self.items»[0], k=1)', undefined],
])('element of %j', (marked, expected) => {
  const write = readElementWrite(marked.replace('»', ''), marked.indexOf('»'));
  expect(write && [write.kind, write.operator, write.valueExpression]).toEqual(expected);
});
