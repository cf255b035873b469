import { describe, expect, it } from 'vitest';
import { createLabels } from './sanitizer.ts';

function setUp() {
  const asked: string[] = [];
  const labels = createLabels({
    excerpt: (text, max) => {
      asked.push(text);
      return text.replace('secret', '[redacted]').slice(0, max);
    },
  });
  return { asked, labels };
}

describe('labels', () => {
  it.each([
    ['a name', 'editor', 'editor'],
    ['a secret', 'editor secret', 'editor [redacted]'],
    ['more than a line', ' a\nb ', 'a\ufffdb'],
    ['too much', 'x'.repeat(300), 'x'.repeat(200)],
    ['nothing', '  ', null],
    ['no text', 7, null],
    ['what is not there', undefined, null],
  ])('of %s', (_case, given, expected) => {
    const { labels } = setUp();
    expect([labels(given), labels(given)]).toEqual([expected, expected]);
  });

  it('are looked at once, while they are few and short', () => {
    const { labels, asked } = setUp();
    for (const name of ['a', 'b', 'a', 'b']) labels(name);
    expect(asked).toEqual(['a', 'b']);
    for (let n = 0; n < 300; n++) expect(labels(`name ${n}`)).toBe(`name ${n}`);
    labels('a');
    expect(asked.filter((name) => name === 'a')).toHaveLength(2);
  });
});
