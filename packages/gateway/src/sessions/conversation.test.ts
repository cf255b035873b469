import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONVERSATION_KEY, conversationOf, LONGEST_CONVERSATION, parseConversation } from './identity.ts';

describe('parseConversation', () => {
  it.each<[string, unknown, string | undefined]>([
    ['text', 'Fix the login', 'Fix the login'],
    ['an id', '0198c1d2-0000-7000-8000-000000000000', '0198c1d2-0000-7000-8000-000000000000'],
    ['blanks around it', ' \t x \n', 'x'],
    ['other letters', 'größe 🎉 می‌خواهم', 'größe 🎉 می‌خواهم'],
    ['a family, which is joined', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['the longest', 'x'.repeat(LONGEST_CONVERSATION), 'x'.repeat(LONGEST_CONVERSATION)],
    ['the longest, of long characters', '🎉'.repeat(LONGEST_CONVERSATION), '🎉'.repeat(LONGEST_CONVERSATION)],
    ['one more', 'x'.repeat(LONGEST_CONVERSATION + 1), undefined],
    ['one more, of long characters', '🎉'.repeat(LONGEST_CONVERSATION + 1), undefined],
    ['very long blanks', ' '.repeat(1_000_000), undefined],
    ['nothing', '', undefined],
    ['only blanks', ' \t ', undefined],
    ['two lines', 'a\nb', undefined],
    ['another kind of two lines', 'a\u2028b', undefined],
    ['NUL', 'a\0b', undefined],
    ['an escape for terminals', 'a\u001b[31m', undefined],
    ['what turns the direction of writing', 'a\u202eb', undefined],
    ['only a joiner', '\u200d', undefined],
    ['half a character', 'a\ud800', undefined],
    ['a number', 7, undefined],
    ['a list', ['x'], undefined],
    ['null', null, undefined],
    ['absent', undefined, undefined],
  ])('%s', (_name, value, expected) => {
    expect(parseConversation(value)).toBe(expected);
  });

  it('finds nothing or a name of one line, which stays the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.anything()), (value) => {
        const name = parseConversation(value);
        if (name === undefined) return;
        expect(parseConversation(name)).toBe(name);
        expect([...name].length).toBeLessThanOrEqual(LONGEST_CONVERSATION);
        expect(name).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u);
      }),
    );
  });
});

describe('conversationOf', () => {
  const meta = (value: unknown) => ({ _meta: { [CONVERSATION_KEY]: value } });
  it.each<[string, string | undefined, Record<string, unknown>, string | undefined]>([
    ['nothing', undefined, {}, undefined],
    ['a header', 'h', {}, 'h'],
    ['the call itself', undefined, meta('m'), 'm'],
    ['both: the call is nearer', 'h', meta('m'), 'm'],
    ['both, the same', 'x', meta('x'), 'x'],
    ['a call that names none', 'h', meta(7), 'h'],
    ['a call with a broken _meta', 'h', { _meta: 'x' }, 'h'],
    ['a header that names none', 'a\nb', {}, undefined],
  ])('%s', (_name, conversation, params, expected) => {
    expect(conversationOf({ conversation }, params)).toBe(expected);
  });
});
