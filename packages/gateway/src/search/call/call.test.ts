import { err, ok } from '@toolmark/annotations';
import { parseJson } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { argumentProblems } from './check-arguments.ts';
import { readCall } from './read-call.ts';
import { withoutFormats } from './without-formats.ts';

describe('readCall', () => {
  it.each([
    [{ id: 'a' }, ok({ id: 'a', arguments: undefined })],
    [{ id: 'a', arguments: null }, ok({ id: 'a', arguments: undefined })],
    [{ id: 'a', arguments: '' }, ok({ id: 'a', arguments: undefined })],
    [{ id: 'a', arguments: { x: { y: [1] } } }, ok({ id: 'a', arguments: { x: { y: [1] } } })],
    [{ id: 'a', arguments: '{"x":1}' }, ok({ id: 'a', arguments: { x: 1 } })],
    [{ id: 'a', arguments: '[1]' }, err('"arguments" is a string with JSON that is not an object.')],
    [{ id: 'a', arguments: [1] }, err('"arguments" must be an object, or a string with the JSON of one.')],
    [{ id: 'a', path: 'x' }, err('Put the tool\'s parameters into "arguments": path must not be outside of it.')],
    [{ id: '' }, err('Give the id of the tool, as returned by retrieve_tools: { "id": "server__tool" }.')],
    [undefined, err('Give the id of the tool and its arguments: { "id": "server__tool", "arguments": { … } }.')],
  ])('%j', (given, read) => expect(readCall(given)).toEqual(read));

  it('keeps numbers that do not fit into a double, also in a string', () => {
    const read = readCall({ id: 'a', arguments: '{"x":12345678901234567890}' });
    expect(JSON.stringify(read)).toContain('"arguments":{"x":12345678901234567890}');
  });

  it('reports invalid JSON in a string', () => {
    const read = readCall({ id: 'a', arguments: '{x}' });
    expect(read.ok ? '' : read.error).toMatch(/^"arguments" is a string that is not JSON: /);
  });
});

describe('argumentProblems', () => {
  const schema = {
    type: 'object',
    properties: { path: { type: 'string' }, head: { type: 'integer' }, when: { type: 'string', format: 'date-time' } },
    required: ['path'],
  };
  it.each<[object, readonly string[]]>([
    [{ path: 'a' }, []],
    [{ path: 'a', more: true }, []],
    [{ path: 'a', when: 'tomorrow' }, []],
    [{}, ['path']],
    [{ path: 1, head: 'x' }, ['path', 'head']],
  ])('%j', (given, paths) =>
    expect(argumentProblems({ ...given }, { inputSchema: schema }).map(({ path }) => path)).toEqual(paths),
  );

  it('accepts a number that does not fit into a double', () => {
    const given = parseJson('{"n":12345678901234567890}') as { n: unknown };
    expect(argumentProblems(given, { inputSchema: { type: 'object', properties: { n: { type: 'number' } } } })).toEqual(
      [],
    );
  });

  it.each([undefined, null, 'x', { type: 'nonsense' }, { type: 'object', dependentRequired: { x: ['y'] } }])(
    'accepts everything for the unsupported schema %j',
    (inputSchema) => expect(argumentProblems({ x: 1 }, { inputSchema })).toEqual([]),
  );

  it('limits the number of problems', () => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_unused, n) => [`p${n}`, { type: 'string' }]));
    const given = Object.fromEntries(Array.from({ length: 50 }, (_unused, n) => [`p${n}`, n]));
    expect(argumentProblems(given, { inputSchema: { type: 'object', properties } })).toHaveLength(10);
  });
});

describe('withoutFormats', () => {
  it('removes the keyword, and nothing else with its name', () => {
    const schema = {
      properties: { format: { type: 'string', format: 'uri' } },
      items: [{ format: 'date' }],
      default: { format: 'pdf' },
      enum: [{ format: 'x' }],
    };
    expect(withoutFormats(schema)).toEqual({
      properties: { format: { type: 'string' } },
      items: [{}],
      default: { format: 'pdf' },
      enum: [{ format: 'x' }],
    });
  });
});
