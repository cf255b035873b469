import type { JsonObject } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { repairPrompt, repairResource, repairTool } from './repair.ts';

const tool = (rest: JsonObject): JsonObject => ({ name: 'x', inputSchema: { type: 'object' }, ...rest });

describe('repairTool', () => {
  it('returns a valid definition unchanged', () => {
    const raw = {
      zebra: [1, { deep: null }],
      name: 'x',
      annotations: { readOnlyHint: false, foreign: 'kept', title: '' },
      outputSchema: { $defs: { a: { type: 'string' } }, type: 'object', properties: { a: { $ref: '#/$defs/a' } } },
      inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf: [{}], type: 'object' },
      icons: [{ src: 'data:,', sizes: ['48x48'], theme: 'dark', extra: 1 }],
      _meta: { 'com.example/x': null },
      execution: { taskSupport: 'optional' },
    };
    const { modern, legacy, repairs } = repairTool(raw);
    expect(modern).toBe(raw);
    expect(legacy).toBe(raw);
    expect(repairs).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    [
      'annotations that are null',
      tool({ annotations: null }),
      tool({}),
      ['annotations is null and not an object, and is left out'],
    ],
    [
      'hints of the wrong type',
      tool({ annotations: { readOnlyHint: 'true', destructiveHint: null, openWorldHint: false, more: 1 } }),
      tool({ annotations: { openWorldHint: false, more: 1 } }),
      [
        'annotations.readOnlyHint is "true" and not a boolean, and is left out',
        'annotations.destructiveHint is null and not a boolean, and is left out',
      ],
    ],
    [
      'titles and descriptions of other types',
      tool({ title: 1, description: ['a'], annotations: { title: {} } }),
      tool({ annotations: {} }),
      [
        'title is 1 and not a string, and is left out',
        'description is ["a"] and not a string, and is left out',
        'annotations.title is {} and not a string, and is left out',
      ],
    ],
    [
      'a missing input schema',
      { name: 'x' },
      { name: 'x', inputSchema: { type: 'object' } },
      ['inputSchema is missing; {"type":"object"} is used instead'],
    ],
    [
      'an invalid input schema',
      { inputSchema: null, name: 'x' },
      { inputSchema: { type: 'object' }, name: 'x' },
      ['inputSchema is null and not an object; {"type":"object"} is used instead'],
    ],
    [
      'an input schema without type',
      tool({ inputSchema: { properties: { a: {} } } }),
      tool({ inputSchema: { type: 'object', properties: { a: {} } } }),
      ['inputSchema.type is missing; "object" is used instead'],
    ],
    [
      'an input schema of another type',
      tool({ inputSchema: { a: 1, type: ['object', 'null'], b: 2 } }),
      tool({ inputSchema: { a: 1, type: 'object', b: 2 } }),
      ['inputSchema.type is ["object","null"]; "object" is used instead'],
    ],
    [
      'parts of an input schema',
      tool({ inputSchema: { type: 'object', $schema: 7, properties: { a: null, b: true }, required: ['a', 1] } }),
      tool({ inputSchema: { type: 'object', properties: { a: {}, b: true }, required: ['a'] } }),
      [
        'inputSchema.$schema is 7 and not a string, and is left out',
        'inputSchema.properties.a is null and not a schema; {} is used instead',
        'inputSchema.required[1] is 1 and not a string, and is left out',
        'inputSchema.properties has schemas that are true or false; for legacy clients {} and {"not":{}} are used instead',
      ],
    ],
    [
      'properties as a list',
      tool({ inputSchema: { type: 'object', properties: [] } }),
      tool({}),
      ['inputSchema.properties is [] and not an object, and is left out'],
    ],
    [
      'an invalid output schema',
      tool({ outputSchema: 'string' }),
      tool({}),
      ['outputSchema is "string" and not an object, and is left out'],
    ],
    [
      'icons',
      tool({ icons: [{ src: 'a', sizes: '48x48' }, { mimeType: 'image/png' }, 'b'] }),
      tool({ icons: [{ src: 'a' }] }),
      [
        'icons[0].sizes is "48x48" and not a list, and is left out',
        'icons[1] has no usable src and is left out',
        'icons[2] is "b" and not an object, and is left out',
      ],
    ],
    [
      '_meta and execution',
      tool({ _meta: [], execution: { taskSupport: 'maybe' } }),
      tool({ execution: {} }),
      [
        '_meta is [] and not an object, and is left out',
        'execution.taskSupport is "maybe" and not required or optional or forbidden, and is left out',
      ],
    ],
  ])('repairs %s', (_case, raw, expected, repairs) => {
    const before = structuredClone(raw);
    const repaired = repairTool(raw);
    expect(JSON.stringify(repaired.modern)).toBe(JSON.stringify(expected));
    expect(repaired.repairs).toEqual(repairs);
    expect(raw).toEqual(before);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['of another type', { type: 'array', items: {} }, {}, 'its type is not "object"'],
    ['without a type', { oneOf: [{ type: 'object' }] }, {}, 'its type is not "object"'],
    [
      'that cannot be compiled',
      { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } },
      {},
      '$ref "#/$defs/gone" does not resolve',
    ],
  ])('removes an output schema %s for legacy clients only', (_case, outputSchema, legacy, why) => {
    const raw = tool({ outputSchema });
    expect(repairTool(raw)).toEqual({
      modern: raw,
      legacy: tool(legacy),
      repairs: [`outputSchema is left out for legacy clients: ${why}`],
    });
  });

  it('replaces true and false for legacy clients only', () => {
    const schema = { type: 'object', properties: { yes: true, no: false, some: { type: 'string' } } };
    const spelled = { type: 'object', properties: { yes: {}, no: { not: {} }, some: { type: 'string' } } };
    const raw = tool({ inputSchema: schema, outputSchema: schema });
    const { modern, legacy } = repairTool(raw);
    expect(modern).toBe(raw);
    expect(legacy).toEqual(tool({ inputSchema: spelled, outputSchema: spelled }));
  });

  it('ignores inherited property names', () => {
    const raw: JsonObject = JSON.parse(
      '{"name":"x","inputSchema":{"type":"object"},"constructor":1,"__proto__":2,"title":3}',
    );
    expect(JSON.stringify(repairTool(raw).modern)).toBe(
      '{"name":"x","inputSchema":{"type":"object"},"constructor":1,"__proto__":2}',
    );
  });
});

describe('prompts and resources', () => {
  it.each<[JsonObject, JsonObject, readonly string[]]>([
    [{ name: 'p', arguments: null }, { name: 'p' }, ['arguments is null and not a list, and is left out']],
    [
      { name: 'p', arguments: [{ name: 'a', required: 'yes' }, { description: 'nameless' }] },
      { name: 'p', arguments: [{ name: 'a' }] },
      [
        'arguments[0].required is "yes" and not a boolean, and is left out',
        'arguments[1] has no usable name and is left out',
      ],
    ],
  ])('prompt %j', (raw, modern, repairs) => expect(repairPrompt(raw)).toEqual({ modern, legacy: modern, repairs }));

  it.each<[JsonObject, JsonObject, readonly string[]]>([
    [{ uri: 'x://y' }, { uri: 'x://y', name: 'x://y' }, ['name is missing; replaced by its URI']],
    [
      { uri: 'x://y', name: 7, size: '12' },
      { uri: 'x://y', name: 'x://y' },
      [
        'name is 7 and not a string, and is left out',
        'size is "12" and not a number, and is left out',
        'name is missing; replaced by its URI',
      ],
    ],
    [
      { uri: 'x://y', name: 'y', annotations: { audience: ['user', 'robot'], priority: 2, lastModified: 'today' } },
      { uri: 'x://y', name: 'y', annotations: { audience: ['user'] } },
      [
        'annotations.audience[1] is "robot" and not user or assistant, and is left out',
        'annotations.priority is 2 and not a number from 0 to 1, and is left out',
        'annotations.lastModified is "today" and not a date and time of ISO 8601, and is left out',
      ],
    ],
  ])('resource %j', (raw, modern, repairs) =>
    expect(repairResource(raw, 'x://y')).toEqual({ modern, legacy: modern, repairs }),
  );
});
