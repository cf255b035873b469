import { type JsonObject, parseJson } from '@toolmark/base';
import * as fc from 'fast-check';
import { JSONPathEnvironment } from 'json-p3';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../parse.ts';
import { createJsonPath, pathProblem } from './json-path.ts';
import { MAX_DEPTH, MAX_VALUES } from './plain-json.ts';

const nodes = (path: string, json: string) =>
  JSON.stringify(createJsonPath(path).nodesOf(parseJson(json) as JsonObject));

describe('createJsonPath', () => {
  it.each([
    ['$', '{"a":1}', '[{"a":1}]'],
    ['$.a', '{"a":1}', '[1]'],
    ['$.a', '{"a":null}', '[null]'],
    ['$.a.b', '{"a":{"b":[1]}}', '[[1]]'],
    ['$.a.b', '{"a":[{"b":1}]}', '[]'],
    ['$.a.b', '{"a":"text"}', '[]'],
    ['$.a.length', '{"a":"text"}', '[]'],
    ['$.a.length', '{"a":[1]}', '[]'],
    ['$.toString', '{}', '[]'],
    ['$.__proto__', '{}', '[]'],
    ['$.__proto__', '{"__proto__":1}', '[1]'],
    ['$.a.rawJSON', '{"a":12345678901234567890}', '[]'],
    ["$['a b']", '{"a b":1}', '[1]'],
    ["$['toString']", '{}', '[]'],
    ['$.a[0]', '{"a":[1,2]}', '[1]'],
    ['$.a[-1:]', '{"a":[1,2]}', '[2]'],
    ['$.to[*].address', '{"to":[{"address":"a"},{},{"address":"b"}]}', '["a","b"]'],
    ['$..id', '{"id":1,"a":[{"id":2}]}', '[1,2]'],
    ['$..id', '{"a":{}}', '[]'],
    ['$.a[?@.n > 1].n', '{"a":[{"n":1},{"n":2}]}', '[2]'],
    ['$.*', '{"a":12345678901234567890}', '[12345678901234567890]'],
    ['$..*', '{"a":1e400}', '[1e400]'],
  ])('P20: %s in %s is %s', (path, json, found) => {
    expect(nodes(path, json)).toBe(found);
  });

  it('P20: agrees with the library on plain member paths', () => {
    const library = new JSONPathEnvironment();
    const name = fc.constantFrom('a', 'b', '__proto__', 'constructor');
    const path = fc.array(name, { maxLength: 4 }).map((names) => ['$', ...names].join('.'));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(1, 'a', null),
        fc.array(tie('any'), { maxLength: 2 }),
        tie('object'),
      ),
      object: fc.dictionary(name, tie('any')),
    })).object as fc.Arbitrary<Record<string, unknown>>;
    fc.assert(
      fc.property(path, value, (given, args) => {
        expect(createJsonPath(given).nodesOf(args)).toEqual(library.query(given, args as never).values());
      }),
    );
  });

  it('P25: gives up on documents that are too large', () => {
    const wide = { list: Array.from({ length: MAX_VALUES }, () => 0) };
    const deep = parseJson(`{"a":${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}}`) as JsonObject;
    for (const args of [wide, deep]) {
      expect(createJsonPath('$..id').nodesOf(args)).toBeUndefined();
      expect(createJsonPath('$.list[0]').nodesOf(args)).toBeUndefined();
    }
    expect(createJsonPath('$.list').nodesOf(wide)).toEqual([wide.list]);
  });

  it.each(['$.a[?@.n > 1]', '$[?@.n]', "$.a[?@.n == 'x'].n", '$..[?length(@) > 1]'])(
    'P25: is undefined for %s if a number does not fit into a double',
    (path) => {
      const { nodesOf } = createJsonPath(path);
      expect(nodesOf(parseJson('{"a":[{"n":12345678901234567890}]}') as JsonObject)).toBeUndefined();
      expect(nodesOf(parseJson('{"a":[{"n":1234567890123}]}') as JsonObject)).toBeDefined();
    },
  );

  it('P25: does not give up below the limit', () => {
    const wide = { list: Array.from({ length: MAX_VALUES - 2 }, () => 0) };
    expect(createJsonPath('$.list[*]').nodesOf(wide)).toHaveLength(MAX_VALUES - 2);
    const levels = MAX_DEPTH - 2;
    const deep = parseJson(`{"a":${'['.repeat(levels)}7${']'.repeat(levels)}}`) as JsonObject;
    expect(createJsonPath('$..*').nodesOf(deep)?.at(-1)).toBe(7);
  });
});

describe('pathProblem', () => {
  it.each(['$', '$.a', '$.a_1.B', "$['a']", '$..*', '$[?@.a == 1]', '$.ä'])('P20: accepts %s', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });

  it.each(['', 'action', '.a', '$.', '$a', '$.a[', '$.1', '$[?@.a = 1]', '$.a ', '$..'])('P20: rejects %j', (path) => {
    expect(pathProblem(path)).toMatch(/^is not a JSONPath such as \$\.action/);
  });

  it.each([
    ["$.a[?match(@.n, 'x.*')]", /^uses match\(\), which is not supported; use matches for the values at the path$/],
    ["$..[?@.b && !search(@.n, '(')]", /^uses search\(\)/],
    ["$.a[?@.b[?search(@, 'x')]]", /^uses search\(\)/],
    ['$.a[?@.n == 12345678901234567890]', /^compares with 12345678901234567890, which is not supported: .* equals$/],
    ['$.a[?(@.n < 1 || @.n > 1e400)]', /^compares with 1e400/],
  ])('P20: rejects comparisons without a certain answer: %s', (path, says) => {
    expect(pathProblem(path)).toMatch(says);
  });

  it.each(['$.a[?@.n == 1234567890123]', '$.a[?@.n > -1.50e1]', '$[?length(@.a) > 2]', "$['?match(']"])(
    'P20: accepts %s',
    (path) => {
      expect(pathProblem(path)).toBeUndefined();
    },
  );

  it('P20: is checked when a config is read', () => {
    const rule = { arguments: { action: 'list' }, decision: 'allow' };
    const limit = { arguments: { '$.a[': 'list' }, calls: 1 };
    const parsed = parseConfig(
      { mcpServers: {}, policy: { rules: [rule], limits: [limit] } },
      { folder: '/', env: {} },
    );
    const problems = parsed.ok ? [] : parsed.error;
    expect(problems.map(({ path }) => path)).toEqual([
      'policy.rules.0.arguments.action',
      'policy.limits.0.arguments.$.a[',
    ]);
    for (const { message } of problems) expect(message).toMatch(/^is not a JSONPath such as \$\.action/);
  });
});
