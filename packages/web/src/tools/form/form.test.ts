import { describe, expect, it } from 'vitest';
import { toField } from './field.ts';
import { ABSENT, emptyValue, type FormValue, fits, NULL, startValue, toFormValue } from './form-value.ts';
import { parseJson, readForm } from './to-arguments.ts';

const text = (one: string): FormValue => ({ kind: 'text', text: one });
const object = (members: Readonly<Record<string, FormValue>>): FormValue => ({ kind: 'object', members });

const SCHEMA = {
  type: 'object',
  required: ['name', 'count', 'where', 'version'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 3 },
    count: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
    loud: { type: 'boolean', default: true },
    mode: { enum: ['fast', 'slow', null] },
    version: { const: 2 },
    where: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } }, required: ['city'] },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    target: {
      oneOf: [{ type: 'integer' }, { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }],
    },
    extra: {},
  },
};
const field = toField(SCHEMA);
const START = object({
  name: text(''),
  count: text('3'),
  loud: ABSENT,
  mode: ABSENT,
  version: { kind: 'choice', index: 0 },
  where: object({ city: text(''), zip: ABSENT }),
  tags: ABSENT,
  target: ABSENT,
  extra: ABSENT,
});

describe('startValue', () => {
  it('contains required fields with their defaults, and nothing else', () => {
    expect(startValue(field, true)).toEqual(START);
  });

  it('stops at a schema that requires itself', () => {
    const endless = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(JSON.stringify(startValue(toField(endless), true)).length).toBeLessThan(1_000);
  });
});

describe('emptyValue', () => {
  it.each<[unknown, FormValue]>([
    [{ type: 'boolean' }, { kind: 'boolean', value: false }],
    [{ enum: [1, 2] }, { kind: 'choice', index: -1 }],
    [{ enum: [1] }, { kind: 'choice', index: 0 }],
    [
      { type: 'array', items: {} },
      { kind: 'list', items: [] },
    ],
    [{ type: 'null' }, NULL],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'alternative', index: 0, value: text('') }],
    [{}, text('')],
  ])('%j', (schema, expected) => {
    expect(emptyValue(toField(schema))).toEqual(expected);
  });
});

const filled = (members: Readonly<Record<string, FormValue>>): FormValue =>
  object({
    ...(START.kind === 'object' ? START.members : {}),
    name: text('abc'),
    where: object({ city: text('Ulm') }),
    ...members,
  });
const SENT = { name: 'abc', count: 3, version: 2, where: { city: 'Ulm' } };

describe('readForm', () => {
  it.each<[string, Readonly<Record<string, FormValue>>, Readonly<Record<string, unknown>>]>([
    ['required fields', {}, SENT],
    ['false', { loud: { kind: 'boolean', value: false } }, { ...SENT, loud: false }],
    ['empty text', { where: object({ city: text(''), zip: text('') }) }, { ...SENT, where: { city: '', zip: '' } }],
    ['null', { mode: { kind: 'choice', index: 2 } }, { ...SENT, mode: null }],
    ['a list', { tags: { kind: 'list', items: [text('a'), text('')] } }, { ...SENT, tags: ['a', ''] }],
    ['one alternative', { target: { kind: 'alternative', index: 0, value: text('7') } }, { ...SENT, target: 7 }],
    [
      'the other alternative',
      { target: { kind: 'alternative', index: 1, value: object({ name: text('x') }) } },
      { ...SENT, target: { name: 'x' } },
    ],
    ['any JSON', { extra: text('{"a": [1]}') }, { ...SENT, extra: { a: [1] } }],
    ['a number in another notation', { count: text(' 1e0 ') }, { ...SENT, count: 1 }],
  ])('%s', (_, members, expected) => {
    expect(readForm(field, filled(members))).toEqual({ value: expected, problems: [] });
  });

  it.each<[string, Readonly<Record<string, FormValue>>, readonly (readonly [string, string])[]]>([
    ['too short', { name: text('') }, [['name', 'At least 1 character.']]],
    ['too long', { name: text('abcd') }, [['name', 'At most 3 characters.']]],
    ['characters instead of UTF-16 units', { name: text('👍👍👍') }, []],
    ['too small', { count: text('0') }, [['count', 'At least 1.']]],
    ['too large', { count: text('11') }, [['count', 'At most 10.']]],
    ['not whole', { count: text('1.5') }, [['count', 'Must be a whole number.']]],
    ['not a number', { count: text('many') }, [['count', 'Not a number.']]],
    ['an empty number', { count: text(' ') }, [['count', 'Enter a number.']]],
    ['a missing value', { name: ABSENT }, [['name', 'Required.']]],
    ['no choice', { mode: { kind: 'choice', index: -1 } }, [['mode', 'Choose one.']]],
    ['inside an object', { where: object({}) }, [['where.city', 'Required.']]],
    ['too few items', { tags: { kind: 'list', items: [] } }, [['tags', 'At least 1 item.']]],
    [
      'too many items',
      { tags: { kind: 'list', items: [text('a'), text('b'), text('c')] } },
      [['tags', 'At most 2 items.']],
    ],
    [
      'inside an alternative',
      { target: { kind: 'alternative', index: 0, value: text('x') } },
      [['target', 'Not a number.']],
    ],
    ['empty JSON', { extra: text('') }, [['extra', 'Enter a value as JSON.']]],
  ])('reports problems: %s', (_, members, expected) => {
    const { problems } = readForm(field, filled(members));
    expect(problems.map(({ path, message }) => [path.join('.'), message])).toEqual(expected);
  });

  it("keeps a property with the name of an object's own member", () => {
    const odd = toField({
      type: 'object',
      properties: JSON.parse('{"__proto__": {"type": "string"}}'),
      required: ['__proto__'],
    });
    const value = startValue(odd, true);
    expect(JSON.stringify(readForm(odd, value))).toBe('{"value":{"__proto__":""},"problems":[]}');
  });
});

describe('toFormValue', () => {
  it.each([
    [{ ...SENT, loud: false, tags: ['a'], target: { name: 'x' }, extra: null, mode: null }],
    [{ ...SENT, target: 4 }],
    [SENT],
  ])('shows %j and sends the same', (value) => {
    expect(fits(field, value)).toBe(true);
    expect(readForm(field, toFormValue(field, value))).toEqual({ value, problems: [] });
  });

  it('starts missing required values', () => {
    expect(toFormValue(field, {})).toEqual(START);
  });

  it.each([
    [{ b: 1 }, 1],
    [{ a: 1 }, 0],
    [{}, 0],
  ])('chooses the alternative that matches the whole of %j', (value, index) => {
    const one = (name: string) => ({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      required: [name],
    });
    expect(toFormValue(toField({ oneOf: [one('a'), one('b')] }), value)).toMatchObject({ kind: 'alternative', index });
  });

  it('shows null where it is allowed', () => {
    expect(toFormValue(toField({ type: ['string', 'null'] }), null)).toEqual(NULL);
  });
});

describe('fits', () => {
  it.each<[unknown, unknown, boolean]>([
    [SCHEMA, { ...SENT, unknown: 1 }, false],
    [SCHEMA, { ...SENT, count: '3' }, false],
    [SCHEMA, { ...SENT, mode: 'other' }, false],
    [SCHEMA, { name: 'abc' }, true],
    [SCHEMA, [], false],
    [SCHEMA, null, false],
    [{ type: ['object', 'null'], properties: { a: {} } }, null, true],
    [{ type: 'string' }, null, false],
    [{ type: 'string' }, true, false],
    [{ type: 'string' }, 7, false],
    [{ type: 'boolean' }, 'yes', false],
    [{ type: 'integer' }, '7', false],
    [{ type: ['string', 'null'] }, null, true],
    [{ type: 'null' }, null, true],
    [{ type: 'array', items: { type: 'string' } }, ['a', 1], false],
    [{}, { anything: true }, true],
    [{ enum: [{ a: 1 }] }, { a: 1 }, true],
  ])('%j, %j: %s', (schema, value, expected) => {
    expect(fits(toField(schema), value)).toBe(expected);
  });
});

describe('a recursive schema', () => {
  it.each<[unknown, unknown]>([
    [{ oneOf: [{ $ref: '#' }] }, 'x'],
    [{ oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#' } }] }, ['a', ['b', []]]],
    [{ type: 'object', properties: { next: { $ref: '#' } } }, { next: { next: {} } }],
  ])('%j shows %j and sends the same', (schema, value) => {
    const endless = toField(schema);
    expect(fits(endless, value)).toBe(true);
    expect(readForm(endless, toFormValue(endless, value))).toEqual({ value, problems: [] });
  });
});

describe('parseJson', () => {
  it.each([
    ['{"a":1}', { value: { a: 1 }, problem: undefined }],
    ['null', { value: null, problem: undefined }],
    [' ', { value: undefined, problem: 'Enter a value as JSON.' }],
  ])('%j', (given, expected) => {
    expect(parseJson(given)).toEqual(expected);
  });

  it('reports problems', () => {
    expect(parseJson('{').problem).toMatch(/^Not valid JSON: ./);
  });
});
