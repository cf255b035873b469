import { failed, type JsonObject, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { toCacheable } from './cacheable.ts';
import { LARGEST_KEPT_BYTES } from './limits.ts';

const ofLength = (bytes: number) => result({ x: 'ä'.repeat((bytes - 8) / 2) });

describe('what of a reply can be kept', () => {
  it('is a complete result, with its length as JSON', () => {
    const value = { content: [{ type: 'text', text: 'ä' }] };
    expect(toCacheable(result(value), 5)).toEqual({ result: value, bytes: 41, ttlMs: 5 });
  });

  it('is a result up to a mebibyte', () => {
    expect(toCacheable(ofLength(LARGEST_KEPT_BYTES), 5)?.bytes).toBe(LARGEST_KEPT_BYTES);
    expect(toCacheable(ofLength(LARGEST_KEPT_BYTES + 2), 5)).toBe(undefined);
  });

  it('is kept no longer than its server says', () => {
    expect(toCacheable(result({ ttlMs: 3 }), 5)?.ttlMs).toBe(3);
    expect(toCacheable(result({ ttlMs: 9 }), 5)?.ttlMs).toBe(5);
  });

  it.each<[string, JsonObject]>([
    ['a failure of the tool', { isError: true }],
    ['one that is no boolean', { isError: 'yes' }],
    ['questions', { resultType: 'input_required' }],
    ['what is not known yet', { resultType: 'task' }],
    ['what its server wants nobody to keep', { ttlMs: 0 }],
    ['what has no sensible age', { ttlMs: Number.NaN }],
  ])('is not %s', (_what, value) => expect(toCacheable(result(value), 5)).toBe(undefined));

  it('is no error', () => expect(toCacheable(failed({ code: 1, message: '' }), 5)).toBe(undefined));
});
