import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf, fetchList, strictest } from './fetch-list.ts';

const LIMITS = { pages: 5, entries: 10, bytes: 1_000 };

/** Pages in request order, selected by cursor. */
const pages =
  (...all: readonly JsonObject[]) =>
  async (cursor: string | undefined): Promise<RpcReply> =>
    result(all[Number(cursor ?? 0)] ?? {});

const tool = (name: string): JsonObject => ({ name });
const fetch = (fetchPage: (cursor: string | undefined) => Promise<RpcReply>, limits = LIMITS) =>
  fetchList({ member: 'tools', fetchPage, limits });

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

describe('a paginated list', () => {
  it('keeps the order of its pages', async () => {
    const odd = { name: 'a', annotations: null, 'x-own': [1, { b: false }] };
    const list = await fetch(
      pages(
        { tools: [odd, null], nextCursor: '1', ttlMs: 60_000, cacheScope: 'public' },
        { tools: [], nextCursor: '2', ttlMs: 5_000, cacheScope: 'private' },
        { tools: ['text'], ttlMs: 90_000, cacheScope: 'public' },
      ),
    );
    const entries = [odd, null, 'text'];
    const caching = { ttlMs: 5_000, cacheScope: 'private' };
    expect(list).toEqual({ ok: true, value: { entries, digest: digestOf(entries), ...caching, problems: [] } });
  });

  it('has the same digest for any pagination, and another for any change', async () => {
    const entry = fc.jsonValue();
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (entries, size) => {
        const cut = Array.from({ length: Math.max(1, Math.ceil(entries.length / size)) }, (_, page) => ({
          tools: entries.slice(page * size, (page + 1) * size),
          ...((page + 1) * size < entries.length && { nextCursor: String(page + 1) }),
        }));
        const list = await fetch(pages(...cut), { pages: 99, entries: 99, bytes: 1_000_000 });
        expect(list).toMatchObject({ ok: true, value: { digest: digestOf(entries) } });
        expect(digestOf([...entries, null])).not.toBe(digestOf(entries));
      }),
    );
  });

  it.each<[string, (cursor: string | undefined) => Promise<RpcReply>, readonly string[], string]>([
    [
      'repeats its only page',
      pages({ tools: [tool('a')], nextCursor: '0' }),
      ['a'],
      "The cursor '0' came twice, so the list has no end.",
    ],
    [
      'returns to an earlier page',
      pages({ tools: [tool('a')], nextCursor: '1' }, { tools: [tool('b')], nextCursor: '1' }),
      ['a', 'b'],
      "The cursor '1' came twice, so the list has no end.",
    ],
    [
      'never ends',
      async (cursor = '0') => result({ tools: [tool(cursor)], nextCursor: `${Number(cursor) + 1}` }),
      ['0', '1', '2', '3', '4'],
      'The list was cut: it has more than 5 pages.',
    ],
    [
      'has too many entries on one page',
      pages({ tools: Array.from({ length: 12 }, (_, index) => tool(`${index}`)), nextCursor: '1' }),
      ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
      'The list was cut after 10 entries: it exceeds the limit.',
    ],
    [
      'is too large',
      pages({ tools: [tool('a'), tool('b'.repeat(990)), tool('c')] }),
      ['a'],
      'The list was cut after 1 entries: it exceeds the limit.',
    ],
    [
      'has an entry that is nested too deeply',
      pages({ tools: [tool('a'), { name: 'deep', inputSchema: nested(5_000) }, tool('b')] }),
      ['a', 'b'],
      '1 entries nested more than 200 levels deep were ignored.',
    ],
    [
      'has an entry that takes long to serialize',
      pages({ tools: [tool('a'), { name: 'long', inputSchema: { enum: ['x'.repeat(1_048_576)] } }, tool('b')] }),
      ['a', 'b'],
      '1 entries of more than 1048576 characters were ignored.',
    ],
    [
      'has a cursor that is not a string',
      pages({ tools: [tool('a')], nextCursor: 7 }),
      ['a'],
      'The last page has a nextCursor that is not a string.',
    ],
  ])('is kept as far as it goes when it %s', async (_case, fetchPage, names, problem) => {
    const list = await fetch(fetchPage);
    expect(list).toMatchObject({ ok: true, value: { entries: names.map(tool), problems: [problem] } });
  });

  it('may end with a cursor of null', async () => {
    const list = await fetch(pages({ tools: [tool('a')], nextCursor: null }));
    expect(list).toMatchObject({ ok: true, value: { entries: [tool('a')], problems: [] } });
  });

  it.each<[string, RpcReply, string, boolean]>([
    [
      'the method does not exist',
      failed({ code: -32_601, message: 'Method not found' }),
      'Method not found (-32601)',
      false,
    ],
    ['it fails', failed({ code: -32_603, message: 'bad\u001b[31m\nday' }), 'bad day (-32603)', true],
    ['the list is missing', result({ prompts: [] }), "The answer has no array 'tools'.", true],
    ['the list is not an array', result({ tools: {} }), "The answer has no array 'tools'.", true],
    [
      'the answer is already serialized',
      { kind: 'json', json: Buffer.from('{}') },
      'The answer is not an object.',
      true,
    ],
  ])('fails completely when %s', async (_case, reply, message, retryable) => {
    const replies = [result({ tools: [tool('a')], nextCursor: '1' }), reply];
    const list = await fetch(async () => replies.shift() ?? reply);
    expect(list).toEqual({ ok: false, error: { message, retryable } });
  });

  it.each([
    [[], undefined, undefined],
    [[{ ttlMs: undefined, cacheScope: undefined }], undefined, undefined],
    [
      [
        { ttlMs: 5, cacheScope: 'public' },
        { ttlMs: undefined, cacheScope: undefined },
      ],
      5,
      'public',
    ],
    [
      [
        { ttlMs: 5, cacheScope: 'private' },
        { ttlMs: 0, cacheScope: 'public' },
      ],
      0,
      'private',
    ],
  ] as const)('combines %j to %s, %s', (all, ttlMs, cacheScope) => {
    expect(strictest(all)).toEqual({ ttlMs, cacheScope });
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '60000', null])('ignores a ttlMs of %s', async (ttlMs) => {
    expect(await fetch(pages({ tools: [], ttlMs, cacheScope: 'shared' }))).toMatchObject({
      ok: true,
      value: { ttlMs: undefined, cacheScope: undefined },
    });
  });
});
