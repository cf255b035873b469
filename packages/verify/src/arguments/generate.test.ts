import { describe, expect, it } from 'vitest';
import { generateArguments } from './generate.ts';
import { createPool } from './pool.ts';
import { repairsFrom } from './repair.ts';

const tool = (properties: Readonly<Record<string, object>>, name = 'edit_note') => ({
  name,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
});
const emptyPool = () => createPool({ files: ['/ws/a.txt'], directories: ['/ws'] });

describe('generateArguments', () => {
  it.each([
    ['a constant', { const: 7 }, 7],
    ['the first of the choices', { enum: ['list', 'delete'] }, 'list'],
    ['an example of the schema', { type: 'string', examples: ['from the author'] }, 'from the author'],
    ['the default', { type: 'string', default: 'usual' }, 'usual'],
    ['an example in words', { type: 'string', description: "A zone, e.g. 'Mars/Olympus'." }, 'Mars/Olympus'],
    ['a number within its bounds', { type: 'integer', minimum: 3, maximum: 9 }, 3],
    ['no', { type: 'boolean' }, false],
    ['one element', { type: 'array', items: { const: 'x' } }, ['x']],
    ['the usable alternative', { anyOf: [{ type: 'null' }, { const: 1 }] }, 1],
    ['at least as long as demanded', { type: 'string', minLength: 12, default: 'short' }, 'shortxxxxxxx'],
  ])('takes %s', (_name, schema, value) => {
    expect(generateArguments(tool({ thing: schema }), { pool: emptyPool(), turn: 0 })).toEqual({ thing: value });
  });

  it('uses what the server answered before: by name, by a part of it, and for the id of a thing', () => {
    const pool = emptyPool();
    pool.harvest('list_notes', { content: [{ type: 'text', text: '{"notes":[{"id":17,"title":"One"}]}' }] });
    const args = generateArguments(tool({ noteId: { type: 'integer' }, id: { type: 'integer' } }), { pool, turn: 0 });
    expect(args).toEqual({ noteId: 17, id: 17 });
  });

  it('reads what Python prints', () => {
    const pool = emptyPool();
    pool.harvest('list_sheets', { content: [{ type: 'text', text: "{'sheet_name': 'Sheet1', 'hidden': None}" }] });
    expect(generateArguments(tool({ sheet_name: { type: 'string' } }), { pool, turn: 0 })).toEqual({
      sheet_name: 'Sheet1',
    });
  });

  it('names a new path where something is made, and a known one where it is read', () => {
    const options = { pool: emptyPool(), turn: 0 };
    expect(generateArguments(tool({ path: { type: 'string' } }, 'read_file'), options)).toEqual({ path: '/ws/a.txt' });
    expect(generateArguments(tool({ path: { type: 'string' } }, 'create_file'), options)).toEqual({
      path: '/ws/verify-new-0.txt',
    });
  });
});

describe('repairsFrom', () => {
  const excel = tool({ sheet_name: { type: 'string' }, overwrite: { type: 'boolean' }, by: { type: 'string' } });
  const inWorkspace = (path: string) => path.startsWith('/ws/');
  it.each([
    ["Sheet 'x' not found. Available sheets: 'Sheet1'", { sheet_name: 'Sheet1' }],
    ['File exists. Pass overwrite=true', { overwrite: true }],
    ["by is invalid, use 'rows' or 'columns'", { by: 'rows' }],
    ['Something else went wrong', {}],
    ['Try sheet_name="/etc/passwd"', {}],
  ])('%s', (text, repairs) => {
    expect(repairsFrom(text, excel, inWorkspace)).toEqual(repairs);
  });
});
