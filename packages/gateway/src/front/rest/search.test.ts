import { searchAnswerSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { ask, get } from './fixtures/api.ts';

describe('GET /search', () => {
  const find = async (query: string) => (await get(searchAnswerSchema, `/search?${query}`)).value;

  it('returns the best matches, like search mode', async () => {
    const { tools, notes } = await find('q=erase+a+note&limit=2&server=notes');
    expect(tools.map(({ id, call, status }) => ({ id, call, status }))).toEqual([
      { id: 'notes__delete_note', call: 'call_tool_destructive', status: 'held' },
      { id: 'notes__list_notes', call: 'call_tool_read', status: undefined },
    ]);
    expect(notes[0]).toContain('toolmark tools accept notes__delete_note');
  });

  it.each([
    ['q=notes&read_only=true', ['notes__list_notes']],
    ['q=notes&exclude_destructive=true', ['notes__list_notes']],
    ['q=notes&exclude_open_world=true', ['notes__list_notes']],
    ['q=notes&idempotent_only=true', ['notes__list_notes']],
    ['q=create+issue&server=issues', ['issues__create_issue']],
    ['q=xyzzy', []],
    ['', []],
  ])('?%s', async (query, ids) => expect((await find(query)).tools.map(({ id }) => id)).toEqual(ids));

  it('lists tools that a filter removed', async () => {
    const { left_out } = await find('q=erase+a+note&read_only=true&server=notes');
    expect(left_out).toEqual([
      { filter: 'read_only', count: 2, undeclared: 1, best: ['notes__delete_note', 'notes__files_read___'] },
    ]);
  });

  it.each(['limit=0', 'limit=51', 'read_only=yes', 'colour=red', `q=${'x'.repeat(2_001)}`])(
    'rejects ?%s',
    async (query) => expect((await ask(`/search?${query}`)).status).toBe(400),
  );
});
