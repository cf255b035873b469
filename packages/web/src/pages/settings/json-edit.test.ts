import { describe, expect, it } from 'vitest';
import { numberAt, setNumber } from './json-edit.ts';

const DAYS = ['record', 'retention', 'days'] as const;

describe('numberAt', () => {
  it.each([
    ['{ "record": { "retention": { "days": 30 } } }', 30],
    ['{"record":{"retention":{"days":30,}}}', 30],
    ['// a\n{ /* "record": 1 */ "record": { "retention": { "x": "}", "days": 3e1 } } } // end', 30],
    ['{ "record": { "retention": { "days": 1, "days": 2 } } }', 2],
    ['{ "record": { "retention": { "days": "30" } } }', undefined],
    ['{ "record": { "retention": [] } }', undefined],
    ['{ "record": {} }', undefined],
    ['{ "a": "\\"record", "record": { "retention": { "days": 7 } } }', 7],
    ['[]', undefined],
    ['{ "record": ', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, expected) => {
    expect(numberAt(text, DAYS)).toBe(expected);
  });
});

describe('setNumber', () => {
  it.each([
    [
      'in place of the old value',
      '{ "record": { "retention": { "days": 90 } } } // x',
      '{ "record": { "retention": { "days": 7 } } } // x',
    ],
    [
      'in place of a value of another type',
      '{ "record": { "retention": { "days": "x" } } }',
      '{ "record": { "retention": { "days": 7 } } }',
    ],
    [
      'next to other members',
      '{\n  "record": {\n    "retention": {\n      "sessions": 5\n    }\n  }\n}\n',
      '{\n  "record": {\n    "retention": {\n      "sessions": 5,\n      "days": 7\n    }\n  }\n}\n',
    ],
    [
      'next to others on one line',
      '{\n\t"record": { "retention": { "sessions": 5 } }\n}',
      '{\n\t"record": { "retention": { "sessions": 5, "days": 7 } }\n}',
    ],
    [
      'in new objects',
      '{\n  "mcpServers": {}\n}\n',
      '{\n  "mcpServers": {},\n  "record": {\n    "retention": {\n      "days": 7\n    }\n  }\n}\n',
    ],
    [
      'after a comment that belongs to the last member',
      '{\n  "a": 1 // one\n}',
      '{\n  "a": 1, // one\n  "record": {\n    "retention": {\n      "days": 7\n    }\n  }\n}',
    ],
    [
      'after a trailing comma',
      '{\n  "a": 1, /* one */ // uno\n}',
      '{\n  "a": 1, /* one */ // uno\n  "record": {\n    "retention": {\n      "days": 7\n    }\n  },\n}',
    ],
    [
      'in an empty object with a comment',
      '{\n  "record": {\n    // nothing yet\n  }\n}',
      '{\n  "record": {\n    // nothing yet\n    "retention": {\n      "days": 7\n    }\n  }\n}',
    ],
    [
      'in the duplicate key that applies',
      '{ "record": { "retention": { "days": 1, "days": 2 } } }',
      '{ "record": { "retention": { "days": 1, "days": 7 } } }',
    ],
    [
      'after the last of several members',
      '{\n  "record": {\n    "retention": {\n      "a": 1,\n      "b": 2,// two\n    }\n  }\n}',
      '{\n  "record": {\n    "retention": {\n      "a": 1,\n      "b": 2,// two\n      "days": 7,\n    }\n  }\n}',
    ],
    ['in an empty object', '{ "record": {} }', '{ "record": { "retention": { "days": 7 } } }'],
    ['in an empty text', '{}', '{\n  "record": {\n    "retention": {\n      "days": 7\n    }\n  }\n}'],
    [
      "with the file's line endings",
      '{\r\n    "a": 1\r\n}\r\n',
      '{\r\n    "a": 1,\r\n    "record": {\r\n        "retention": {\r\n            "days": 7\r\n        }\r\n    }\r\n}\r\n',
    ],
  ])('writes it %s', (_, before, after) => {
    expect(setNumber(before, DAYS, 7)).toBe(after);
    expect(numberAt(after, DAYS)).toBe(7);
  });

  it.each([
    ['[]'],
    [''],
    ['{ "record": 3 }'],
    ['{ "record": { "retention": { "days": {} } } }'],
    ['{ "record": { "retention": { "days": [1] } } }'],
    ['{ "record": '],
    ['{ "a": "x\n'],
    ['{ a: 1 }'],
    ['{ "record" 1 }'],
    ['{ "a": }'],
  ])('refuses to edit %j', (text) => {
    expect(setNumber(text, DAYS, 7)).toBeUndefined();
  });

  const DAYS_7 = { retention: { days: 7 } };
  const values: readonly (readonly [object, object])[] = [
    [{}, { record: DAYS_7 }],
    [{ a: 1 }, { a: 1, record: DAYS_7 }],
    [{ a: { b: ['}', '{', '"\\', '//', '/*'] } }, { a: { b: ['}', '{', '"\\', '//', '/*'] }, record: DAYS_7 }],
    [{ record: { x: [] } }, { record: { x: [], ...DAYS_7 } }],
    [{ record: { retention: { days: 1, z: -2.5 } } }, { record: { retention: { days: 7, z: -2.5 } } }],
  ];
  const indents = [undefined, 2, 4, '\t'];

  it.each(values.flatMap(([before, after]) => indents.map((indent) => [before, indent, after] as const)))(
    'changes nothing else in %j with the indent %j',
    (before, indent, after) => {
      const changed = setNumber(JSON.stringify(before, undefined, indent), DAYS, 7);
      expect(JSON.parse(changed ?? 'null')).toEqual(after);
    },
  );
});
