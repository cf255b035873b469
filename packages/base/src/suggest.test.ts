import { describe, expect, it } from 'vitest';
import { suggest } from './suggest.ts';

describe('suggest', () => {
  const names = ['list_notes', 'list_folders', 'delete_note', 'create_note', 'get_note', 'x'];
  it.each<[string, readonly string[]]>([
    ['list_note', ['list_notes']],
    ['LIST_NOTES', ['list_notes']],
    ['lst_nots', ['list_notes']],
    ['note', ['get_note', 'list_notes', 'create_note']],
    ['deleet_note', ['delete_note']],
    ['something else entirely', []],
    ['', []],
    ['y', ['x']],
  ])('%j', (wanted, expected) => expect(suggest(wanted, names)).toEqual(expected));

  it('is fast among ten thousand long names', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `server_${index}__${'tool_'.repeat(10)}${index}`);
    const start = performance.now();
    expect(suggest(`server_1__${'tool_'.repeat(10)}x`, many).length).toBe(3);
    // Generous for a busy machine; a full comparison of every pair takes many times as long.
    expect(performance.now() - start).toBeLessThan(1_500);
  });
});
