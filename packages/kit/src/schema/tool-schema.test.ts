import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { issueLines, isToolSchema, jsonSchemaOf, type ToolSchema } from './tool-schema.ts';

describe('isToolSchema', () => {
  const callable = Object.assign(() => true, { '~standard': z.object({})['~standard'] });
  it.each<[string, unknown, boolean]>([
    ['a Zod 4 object', z.object({}), true],
    ['a schema that is a function, as those of ArkType', callable, true],
    ['a Zod 3 object, which cannot write JSON Schema', z3.object({}), false],
    ['a raw shape', { id: z.string() }, false],
    ['a JSON Schema', { type: 'object' }, false],
    ['null', null, false],
    ['a string', 'object', false],
  ])('%s: %s', (_, value, expected) => {
    expect(isToolSchema(value)).toBe(expected);
  });
});

describe('jsonSchemaOf', () => {
  it('describes the input and the output', () => {
    const schema = z.object({ n: z.number().default(1) });
    expect([jsonSchemaOf(schema, 'input'), jsonSchemaOf(schema, 'output')]).toMatchObject([
      { ok: true, value: { type: 'object', properties: { n: { type: 'number', default: 1 } } } },
      { ok: true, value: { type: 'object', required: ['n'] } },
    ]);
  });

  it("omits MCP's default dialect and keywords that Zod adds", () => {
    const schema = z.object({
      id: z.int(),
      few: z.int().min(1).max(5),
      strict: z.strictObject({}),
      open: z.looseObject({}),
      rest: z.object({}).catchall(z.int()),
    });
    const properties = {
      id: { type: 'integer' },
      few: { type: 'integer', minimum: 1, maximum: 5 },
      strict: { type: 'object', properties: {}, additionalProperties: false },
      open: { type: 'object', properties: {}, additionalProperties: {} },
      rest: { type: 'object', properties: {}, additionalProperties: { type: 'integer' } },
    };
    const required = ['id', 'few', 'strict', 'open', 'rest'];
    const value = { type: 'object', properties, required };
    expect(jsonSchemaOf(schema, 'output')).toEqual({ ok: true, value });
    expect(jsonSchemaOf(schema, 'input')).toEqual({ ok: true, value });
  });

  it('keeps another dialect', () => {
    const json = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
    const write = () => json;
    const schema: ToolSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: { input: write, output: write },
      },
    };
    expect(jsonSchemaOf(schema, 'input')).toEqual({ ok: true, value: json });
  });

  it('converts a schema once', () => {
    const schema = z.object({ n: z.number() });
    expect(jsonSchemaOf(schema, 'input')).toBe(jsonSchemaOf(schema, 'input'));
  });

  it('accepts a union of objects and adds the type at the root', () => {
    const schema = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(jsonSchemaOf(schema, 'input')).toMatchObject({ ok: true, value: { type: 'object', anyOf: [{}, {}] } });
  });

  it.each<[string, ToolSchema, string]>([
    ['a list', z.array(z.string()), 'it does not describe an object'],
    ['an object or a string', z.union([z.object({}), z.string()]), 'it does not describe an object'],
    ['anything', z.unknown(), 'it does not describe an object'],
    ['a date', z.object({ at: z.date() }), 'Date cannot be represented in JSON Schema'],
  ])('rejects %s, which is not an object', (_, schema, error) => {
    expect(jsonSchemaOf(schema, 'output')).toEqual({ ok: false, error });
  });
});

describe('issueLines', () => {
  it('starts with the path, in either form of the standard', () => {
    expect(
      issueLines([
        { message: 'is wrong' },
        { message: 'is wrong', path: [] },
        { message: 'is wrong', path: ['tags', 0] },
        { message: 'is wrong', path: [{ key: 'tags' }, { key: 0 }, 'name'] },
      ]),
    ).toEqual(['is wrong', 'is wrong', 'tags.0: is wrong', 'tags.0.name: is wrong']);
  });
});
