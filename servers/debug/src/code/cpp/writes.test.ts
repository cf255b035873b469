import { expect, it } from 'vitest';
import { readWrite } from './writes.ts';

/** The markers enclose the name. */
function read(marked: string, declared: 'Declaration' | 'Initializer' | undefined) {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const write = readWrite(marked.replace(/[«»]/g, ''), start, end, declared);
  return write && [write.kind, write.operator, write.valueExpression];
}

it.each([
  ['«x» = 1;', ['Simple', '=', '1']],
  ['«x» = call(1, "a;b"), y = 2;', ['Simple', '=', 'call(1, "a;b")']],
  ['this->shop[2].«x» = {1, 2}; // set', ['Simple', '=', '{1, 2}']],
  ['«x» |= 4;', ['Compound', '|=', '4']],
  ['«x» >>= 4;', ['Compound', '>>=', '4']],
  ['«x»++;', ['Increment', '++', null]],
  ['++shop->«x»;', ['Increment', '++', null]],
  ['--store::«x»;', ['Decrement', '--', null]],
  ['«x»--;', ['Decrement', '--', null]],
  ['call(«x» = 2);', ['Simple', '=', '2']],
  ['«x» == 1', undefined],
])('%j', (marked, expected) => {
  expect(read(marked, undefined)).toEqual(expected);
});

it.each([
  ['int «x» = 1, y = 2;', ['Declaration', '=', '1']],
  ['int «x»{1};', ['Declaration', '{}', '1']],
  ['Shop «x»(1, 2);', ['Declaration', '()', '1, 2']],
  ['int «x»{};', ['Declaration', '{}', null]],
  ['int «x»[2][2] = {{1, 2}, {3, 4}};', ['Declaration', '=', '{{1, 2}, {3, 4}}']],
  ['for (auto &«x» : call(a, b)) {', ['Declaration', ':', 'call(a, b)']],
  ['int «x»;', undefined],
  ['extern int «x»;', undefined],
])('declared by %j', (marked, expected) => {
  expect(read(marked, 'Declaration')).toEqual(expected);
});

it('a bit field is not treated as a loop', () => {
  expect(read('struct S { int «x» : 3; };', 'Initializer')).toBeUndefined();
});
