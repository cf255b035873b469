import { describe, expect, it } from 'vitest';
import { categories } from './categories.ts';

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean, openWorldHint: boolean) => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
});

describe('categories', () => {
  it.each([
    ['read', true, false, true],
    ['create', false, false, false],
    ['update', false, true, false],
    ['append', false, false, false],
    ['set', false, true, true],
    ['delete', false, true, true],
    ['action', false, true, false],
  ] as const)('%s: readOnly %s, destructive %s, idempotent %s', (category, readOnly, destructive, idempotent) => {
    expect(categories[category]({ openWorld: true })).toEqual(hints(readOnly, destructive, idempotent, true));
    expect(categories[category]({ openWorld: false })).toEqual(hints(readOnly, destructive, idempotent, false));
  });

  it('has no other category', () => {
    expect(Object.keys(categories)).toEqual(['read', 'create', 'update', 'append', 'set', 'delete', 'action']);
  });

  it.each([
    [
      'a read that uses its answer up',
      categories.read({ openWorld: false, idempotent: false }),
      hints(true, false, false, false),
    ],
    [
      'a create that finds the old one',
      categories.create({ openWorld: false, idempotent: true }),
      hints(false, false, true, false),
    ],
    [
      'a set that can be set back',
      categories.set({ openWorld: false, destructive: false }),
      hints(false, false, true, false),
    ],
    [
      'a delete that fails the second time',
      categories.delete({ openWorld: false, idempotent: false }),
      hints(false, true, false, false),
    ],
    [
      'a harmless action',
      categories.action({ openWorld: true, destructive: false, idempotent: true }),
      hints(false, false, true, true),
    ],
  ])('lets the author override: %s', (_, given, expected) => {
    expect(given).toEqual(expected);
  });

  it('keeps invalid options from plain JavaScript, so that registerTool can report them', () => {
    const inJavaScript = categories as unknown as Record<string, (options?: object) => object>;
    expect(inJavaScript['create']?.()).toEqual({ ...hints(false, false, false, false), openWorldHint: undefined });
    expect(inJavaScript['read']?.({ openWorld: true, destructive: true })).toEqual(hints(true, true, true, true));
  });
});
