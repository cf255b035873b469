import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../entry.ts';
import { readableOf } from './readable.ts';
import { createTokenCounter, type TokenCounter } from './token-counter.ts';

let counter: TokenCounter;
beforeAll(async () => {
  counter = createTokenCounter();
});

const body = (value: unknown, more: Partial<Body> = {}): Body => {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text), isCut: false, redactions: 0, ...more };
};
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

describe('counting tokens', () => {
  it('counts like o200k for any text', () => {
    const words = fc.oneof(fc.lorem({ maxCount: 30 }), fc.json(), fc.string({ unit: 'grapheme', maxLength: 60 }));
    fc.assert(
      fc.property(words, (given) => {
        expect(counter.count(given)).toBe(encode(given, { disallowedSpecial: new Set() }).length);
      }),
    );
  });

  it.each<[string, string]>([
    ['a control token', '<|endoftext|>'],
    ['nothing', ''],
    ['half a pair', '\ud83d'],
  ])('treats %s as text', (_, given) => expect(counter.count(given)).toBeGreaterThanOrEqual(0));

  it.each<[string, string]>([
    ['Chinese without a comma', '的一是不了人我在有他这为之大来以个中上们'.repeat(2_000)],
    ['letters without a blank', 'qzxjvkwpbf'.repeat(6_000)],
    ['signs', '😀😁😂'.repeat(10_000)],
    ['punctuation', '{}[]();:,'.repeat(7_000)],
  ])('is bounded for %s', (_, given) => expect(counter.count(given)).toBeGreaterThan(1_000));

  it('adds few tokens for a long run', () => {
    const run = '的一是不了人我在有他'.repeat(40);
    const exact = encode(run).length;
    expect(counter.count(run)).toBeGreaterThanOrEqual(exact);
    expect(counter.count(run)).toBeLessThanOrEqual(exact * 1.05);
  });

  it('estimates long texts', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog. ';
    const once = counter.count(sentence.repeat(100)) / 100;
    expect(counter.count(sentence.repeat(20_000)) / (once * 20_000)).toBeCloseTo(1, 2);
  });
});

describe('the tokens of a call', () => {
  it.each<[string, Body | null, Body | null, number, number]>([
    ['arguments and text', body({ id: 'n1' }), body(text('hello world')), 6, 2],
    ['no arguments', null, body(text('hello world')), 0, 2],
    ['no result', body({}), null, 1, 0],
    ['an error of the protocol', null, body({ code: -32_602, message: 'hello world' }), 0, 2],
    ['a tool that failed', null, body({ ...text('hello world'), isError: true }), 0, 2],
    ['text repeated as structured content', null, body({ ...text('hello world'), structuredContent: { a: 1 } }), 0, 2],
    ['structure alone', null, body({ content: [], structuredContent: 'hello world' }), 0, 4],
    ['an image', null, body({ content: [{ type: 'image', data: 'QUJD'.repeat(50), mimeType: 'image/png' }] }), 0, 0],
  ])('%s', (_, args, result, inputTokens, outputTokens) => {
    expect(counter.countCall({ arguments: args, result })).toMatchObject({ inputTokens, outputTokens });
  });

  it('are estimated if the result was cut', () => {
    const readable = { sample: 'hello world', length: 1_100 };
    const cut = body({}, { text: '{"content":[{"ty', isCut: true, readable });
    expect(counter.countCall({ arguments: null, result: cut }).outputTokens).toBe(200);
  });

  it('come with the search words', () => {
    const { words } = counter.countCall({
      arguments: body({ path: '/home/me/a.md', tags: ['x\ny', 7] }),
      result: body(text('found "it"')),
    });
    expect(words.split(/\s+/)).toEqual(['path', '/home/me/a.md', 'tags', 'x', 'y', '7', 'found', '"it"']);
    const long = counter.countCall({ arguments: body('a '.repeat(1e5)), result: body(text('b '.repeat(1e5))) });
    expect(long.words.length).toBeLessThanOrEqual(32_770);
    expect(long.words).toContain('b b');
  });

  it('of a list are those of its JSON', () => {
    const json = JSON.stringify({ tools: [{ name: 'a' }] });
    expect(counter.countPage(Buffer.from(json))).toBe(encode(json).length);
  });
});

describe('the text a model reads', () => {
  it.each<[string, unknown, string]>([
    [
      'texts',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'a\nb',
    ],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'x:', text: 'a' } }] }, 'a'],
    ['a blob', { content: [{ type: 'resource', resource: { uri: 'x:', blob: 'QQ==' } }] }, ''],
    [
      'a link',
      { content: [{ type: 'resource_link', uri: 'x:', name: 'n' }] },
      '{"type":"resource_link","uri":"x:","name":"n"}',
    ],
    ['something odd', { content: [null, 7, {}] }, ''],
    ['no content', { content: 'x' }, ''],
    ['a plain text', 'a', 'a'],
    ['nothing', null, ''],
  ])('of %s', (_, result, expected) => expect(readableOf(result)).toBe(expected));
});
