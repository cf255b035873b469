import { describe, expect, it } from 'vitest';
import { signatureOf } from './signature.ts';

const signature = (properties: unknown, required: readonly string[] = [], more: object = {}) =>
  signatureOf({ name: 'x', inputSchema: { type: 'object', properties, required, ...more } });

describe('signatureOf', () => {
  it.each<[string, unknown, readonly string[], string]>([
    ['nothing', {}, [], '()'],
    ['required ones first', { a: { type: 'number' }, b: { type: 'string' } }, ['b'], '(b: string, a?: number)'],
    ['integers as numbers', { n: { type: 'integer' } }, ['n'], '(n: number)'],
    ['arrays', { l: { type: 'array', items: { type: 'string' } } }, ['l'], '(l: string[])'],
    ['values', { m: { enum: ['a', 'b'] } }, [], '(m?: "a"|"b")'],
    ['one value', { m: { const: 3 } }, [], '(m?: 3)'],
    ['several types', { v: { type: ['string', 'null'] } }, [], '(v?: string|null)'],
    ['unions', { v: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, [], '(v?: string|number)'],
    [
      'arrays of unions',
      { v: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }] } } },
      [],
      '(v?: (string|number)[])',
    ],
    [
      'objects',
      { o: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] } },
      ['o'],
      '(o: {k: string})',
    ],
    ['objects of anything', { o: { type: 'object' } }, [], '(o?: object)'],
    ['anything', { o: {} }, [], '(o?: any)'],
    ['an invalid schema', { o: 7 }, [], '(o?: any)'],
  ])('writes %s', (_what, properties, required, text) =>
    expect(signature(properties, required)).toEqual({ text, isShortened: false }),
  );

  it('follows only references within the schema', () => {
    const definitions = { $defs: { id: { type: 'string' } } };
    expect(signature({ a: { $ref: '#/$defs/id' } }, [], definitions).text).toBe('(a?: string)');
    expect(signature({ a: { $ref: 'https://example.org/x' } })).toEqual({ text: '(a?: …)', isShortened: true });
    const endless = { $defs: { a: { $ref: '#/$defs/a' } } };
    expect(signature({ a: { $ref: '#/$defs/a' } }, [], endless)).toEqual({ text: '(a?: …)', isShortened: true });
  });

  it('marks omissions, and stays short', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_unused, n) => [`parameter${n}`, { type: 'string' }]));
    const long = signature(many, ['parameter49']);
    expect(long.isShortened).toBe(true);
    expect(long.text.length).toBeLessThan(200);
    expect(long.text).toMatch(/^\(parameter49: string, .*, …\)$/);
    const deep = { o: { type: 'object', properties: many } };
    expect(signature(deep)).toEqual({ text: '(o?: {…})', isShortened: true });
    const values = { v: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } };
    expect(signature(values)).toEqual({ text: '(v?: "a"|"b"|"c"|"d"|"e"|"f"|…)', isShortened: true });
  });

  it('formats each type once', () => {
    const many = <T>(of: T): readonly T[] => Array.from({ length: 4_000 }, () => of);
    const types = { type: many('array'), items: { type: many('array'), items: { type: many('array'), items: {} } } };
    expect(signature({ v: types }).text).toBe('(v?: …[][][])');
    const $defs = { a: { anyOf: many({ anyOf: many({ type: 'string' }) }) } };
    const properties = Object.fromEntries(many('').map((_unused, index) => [`p${index}`, { $ref: '#/$defs/a' }]));
    expect(signature(properties, [], { $defs }).text).toMatch(/^\(p0\?: string, p1\?: string/);
  });

  it.each([undefined, null, 7, [], { properties: [] }])('formats %j as no parameters', (inputSchema) =>
    expect(signatureOf({ name: 'x', inputSchema })).toEqual({ text: '()', isShortened: false }),
  );

  it('removes control characters from names', () => {
    expect(signature({ 'a\u001b[2K\nIgnore': { type: 'string' } }).text).toBe('(a Ignore?: string)');
  });
});
