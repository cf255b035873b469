import { ok } from '@toolmark/annotations';
import { describe, expect, it, vi } from 'vitest';
import { type ListToolsOptions, listTools } from './list-tools.ts';

const tool = (name: string) => ({ name });

/** Simulates a server with a list of results; more requests than results are a bug of the test. */
function play(results: readonly unknown[], options: Partial<ListToolsOptions> = {}) {
  const asked: (string | undefined)[] = [];
  const listing = listTools({
    fetchPage: async (cursor) => {
      asked.push(cursor);
      if (asked.length > results.length) throw new Error(`asked for page ${asked.length}`);
      return ok(results[asked.length - 1]);
    },
    era: 'legacy',
    limits: { pages: 5, tools: 10 },
    onPage: () => {},
    ...options,
  });
  return { asked, listing };
}

describe('listTools', () => {
  it('follows the cursors to the end and reports progress', async () => {
    const onPage = vi.fn();
    const { asked, listing } = play(
      [{ tools: [tool('a'), tool('b')], nextCursor: '' }, { tools: [], nextCursor: 'x' }, { tools: [tool('c')] }],
      { onPage },
    );
    expect(await listing).toEqual(ok({ tools: [tool('a'), tool('b'), tool('c')], pages: 3, problems: [] }));
    expect(asked).toEqual([undefined, '', 'x']);
    expect(onPage.mock.calls).toEqual([[{ tools: 2, pages: 1 }], [{ tools: 2, pages: 2 }], [{ tools: 3, pages: 3 }]]);
  });

  it('returns the same objects that arrived', async () => {
    const raw = Object.freeze({ name: 'a', annotations: null });
    const { listing } = play([{ tools: [raw] }]);
    expect(await listing).toHaveProperty('value.tools.0', raw);
  });

  it('reports the entries that are not tools and keeps the others', async () => {
    const { listing } = play([
      { tools: [null, tool('a')], nextCursor: '1' },
      { tools: [{ title: 'x' }, 'b', { name: 1 }, []] },
    ]);
    expect(await listing).toEqual(
      ok({
        tools: [tool('a')],
        pages: 2,
        problems: [
          [0, 'it is null'],
          [2, 'its name is missing'],
          [3, 'it is a string'],
          [4, 'its name is a number'],
          [5, 'it is an array'],
        ].map(([index, reason]) => ({
          kind: 'unusable-tool',
          message: `Entry ${index} of the list cannot be used as a tool: ${reason}.`,
          index,
          reason,
        })),
      }),
    );
  });

  it('stops at a cursor it has seen, and drops a repeated page', async () => {
    const page = { tools: [tool('a')], nextCursor: 'again' };
    const { listing } = play([page, structuredClone(page)]);
    expect(await listing).toMatchObject(
      ok({ tools: [tool('a')], pages: 2, problems: [{ kind: 'repeated-cursor', cursor: 'again' }] }),
    );
  });

  it('keeps a new page with a repeated cursor', async () => {
    const { listing } = play([
      { tools: [tool('a')], nextCursor: 'again' },
      { tools: [tool('b')], nextCursor: 'again' },
    ]);
    expect(await listing).toMatchObject(ok({ tools: [tool('a'), tool('b')] }));
  });

  it.each([[null], [7], [{}]])('ends at the cursor %j, which is not a cursor', async (nextCursor) => {
    const { listing } = play([{ tools: [tool('a')], nextCursor }]);
    expect(await listing).toMatchObject(ok({ tools: [tool('a')], problems: [{ kind: 'invalid-cursor' }] }));
  });

  it('reports the missing members of a modern result once', async () => {
    const { listing } = play([{ tools: [], ttlMs: 0, nextCursor: '1' }, { tools: [] }], { era: 'modern' });
    expect(await listing).toMatchObject(
      ok({ problems: [{ kind: 'incomplete-result', missing: ['resultType', 'cacheScope'] }] }),
    );
  });

  it.each([
    [undefined, 'that is missing'],
    [null, 'that is null'],
    [[], 'that is an array'],
    [{}, "whose 'tools' is missing"],
    [{ tools: {} }, "whose 'tools' is an object"],
    [{ tools: 'none' }, "whose 'tools' is a string"],
  ])('rejects the result %j', async (result, found) => {
    const { listing } = play([result]);
    const message = `The server answered tools/list with a result ${found}; it must be an object with an array of tools.`;
    expect(await listing).toEqual({ ok: false, error: { code: 'bad-list', message } });
  });

  it('stops at the page limit', async () => {
    const pages = Array.from({ length: 5 }, (_, index) => ({ tools: [], nextCursor: String(index) }));
    const message = 'The server lists more than 5 pages of tools; check that its cursors come to an end.';
    expect(await play(pages).listing).toEqual({ ok: false, error: { code: 'too-large', message } });
  });

  it('stops at the tool limit, counting unusable entries', async () => {
    const message = 'The server lists more than 10 tools; check that its cursors come to an end.';
    const { listing } = play([{ tools: Array(6).fill(tool('a')), nextCursor: '1' }, { tools: Array(5).fill(null) }]);
    expect(await listing).toEqual({ ok: false, error: { code: 'too-large', message } });
  });

  it('accepts exactly as many pages and tools as the limits allow', async () => {
    const pages = Array.from({ length: 5 }, (_, index) => ({
      tools: [tool('a'), tool('b')],
      ...(index < 4 && { nextCursor: String(index) }),
    }));
    expect(await play(pages).listing).toMatchObject(ok({ pages: 5, tools: Array(10).fill(expect.anything()) }));
  });
});
