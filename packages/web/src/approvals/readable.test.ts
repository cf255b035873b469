import { describe, expect, it } from 'vitest';
import { readableOf, readableParts } from './readable.ts';

const removed = (text: string) => ({ kind: 'removed', text });
const added = (text: string) => ({ kind: 'added', text });
const same = (text: string) => ({ kind: 'same', text });

describe('readableParts', () => {
  it.each<[string, unknown, readonly unknown[]]>([
    ['nothing', undefined, []],
    ['short values', { id: 42, title: 'A trip', tags: ['a'] }, []],
    [
      'a text with lines',
      { path: 'a.md', content: 'one\ntwo\n' },
      [{ kind: 'text', label: 'content', text: 'one\ntwo\n' }],
    ],
    ['a line with its end', { line: 'one\n' }, []],
    [
      'an edit',
      { file_path: 'a.md', old_string: 'one\ntwo', new_string: 'one\nthree' },
      [{ kind: 'edit', label: '', lines: [same('one'), removed('two'), added('three')] }],
    ],
    [
      'several edits',
      {
        path: 'a.md',
        edits: [
          { oldText: 'a', newText: 'b' },
          { oldText: 'c', newText: '' },
        ],
      },
      [
        { kind: 'edit', label: 'edits[0]', lines: [removed('a'), added('b')] },
        { kind: 'edit', label: 'edits[1]', lines: [removed('c')] },
      ],
    ],
    ['half of an edit', { oldText: 'a\nb' }, [{ kind: 'text', label: 'oldText', text: 'a\nb' }]],
    ['a text further in', { note: { body: ['x', 'a\nb'] } }, [{ kind: 'text', label: 'note.body[1]', text: 'a\nb' }]],
  ])('finds %s', (_what, value, parts) => expect(readableParts(value)).toEqual(parts));

  it('is bounded', () => {
    expect(readableParts(Array.from({ length: 100 }, () => 'a\nb'))).toHaveLength(20);
    let deep: unknown = 'a\nb';
    for (let level = 0; level < 10; level++) deep = { deep };
    expect(readableParts(deep)).toEqual([]);
  });
});

describe('readableOf', () => {
  it.each([
    ['the arguments only', '{"arguments":{"text":"a\\nb"},"_meta":{"x":"a\\nb"}}', 1],
    ['nothing that was cut', '{"arguments":{"text":"a\\nb', 0],
    ['nothing where there is none', null, 0],
    ['nothing in a list', '["a\\nb"]', 0],
    ['nothing that is too long', JSON.stringify({ arguments: { text: 'a\n'.repeat(200_000) } }), 0],
  ])('reads %s', (_what, text, count) => expect(readableOf(text)).toHaveLength(count));
});
