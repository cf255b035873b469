import { describe, expect, it } from 'vitest';
import { toField } from './field.ts';

describe('toField', () => {
  it.each<[unknown, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', maxLength: 5_000 }, 'long-text'],
    [{ type: 'string', description: 'The text in Markdown.' }, 'long-text'],
    [{ type: 'string', format: 'uri', maxLength: 5_000 }, 'text'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'integer'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'string', enum: ['a', 'b'] }, 'choice'],
    [{ const: 2 }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'array' }, 'json'],
    [{ type: 'array', prefixItems: [{}] }, 'json'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ type: 'object' }, 'json'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'json'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'alternatives'],
    [{ type: 'null' }, 'null'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ type: ['string', 'number'] }, 'json'],
    [{}, 'json'],
    ['hostile', 'json'],
    [{ $ref: 'https://example.com' }, 'json'],
  ])('%j becomes a field of kind %s', (schema, kind) => {
    expect(toField(schema).kind).toBe(kind);
  });

  it.each<[unknown, string]>([
    [{ type: 'string', examples: ['Monday'] }, 'Monday'],
    [{ type: 'integer', examples: [4] }, '4'],
    [{ type: 'string', example: 'old' }, 'old'],
    [{ type: 'string' }, ''],
  ])('the placeholder of %j is %j', (schema, placeholder) => {
    expect(toField(schema).placeholder).toBe(placeholder);
  });

  it('is nullable only if another type is possible too', () => {
    expect(
      [{ type: ['string', 'null'] }, { type: 'string' }, { type: 'null' }].map((one) => toField(one).isNullable),
    ).toEqual([true, false, false]);
  });
});
