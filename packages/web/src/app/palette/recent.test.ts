import { expect, it } from 'vitest';
import { parseRecent, withRecent } from './recent.ts';

it.each<[string | null, readonly string[]]>([
  [null, []],
  ['', []],
  ['["a","b"]', ['a', 'b']],
  ['["a",1,null,{"id":"b"}]', ['a']],
  ['{"a":1}', []],
  ['not json', []],
  [JSON.stringify(Array.from({ length: 50 }, (_, at) => `${at}`)), Array.from({ length: 12 }, (_, at) => `${at}`)],
])('parses %j as %j', (text, ids) => expect(parseRecent(text)).toEqual(ids));

it.each<[readonly string[], string, readonly string[]]>([
  [[], 'a', ['a']],
  [['a', 'b'], 'c', ['c', 'a', 'b']],
  [['a', 'b'], 'b', ['b', 'a']],
])('after %j, adding gives %j', (before, id, after) => expect(withRecent(before, id)).toEqual(after));

it('drops the oldest', () => {
  const ids = Array.from({ length: 12 }, (_, at) => `${at}`);
  expect(withRecent(ids, 'new')).toEqual(['new', ...ids.slice(0, 11)]);
});
