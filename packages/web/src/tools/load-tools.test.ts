import type { Tool } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aTool } from './fixtures/a-tool.ts';
import { loadTools } from './load-tools.ts';

const many = (count: number): readonly Tool[] =>
  Array.from({ length: count }, (_, index) => aTool({ name: `t${index}` }));

/** A fake gateway that serves these lists one request after the other. */
function pages(...lists: readonly (readonly Tool[])[]) {
  const asked: number[] = [];
  return {
    asked,
    page: async ({ limit, offset }: { limit: number; offset: number }) => {
      const tools = lists[Math.min(asked.length, lists.length - 1)] ?? [];
      asked.push(offset);
      return { tools: tools.slice(offset, offset + limit), total: tools.length };
    },
  };
}

describe('loadTools', () => {
  it.each([
    [0, [0]],
    [1, [0]],
    [1_000, [0]],
    [1_001, [0, 1_000]],
    [2_500, [0, 1_000, 2_000]],
  ])('loads %i tools with offsets %j', async (count, expected) => {
    const { asked, page } = pages(many(count));
    expect(await loadTools(page)).toEqual(many(count));
    expect(asked).toEqual(expected);
  });

  it('lists a tool once if it moved to the next page meanwhile', async () => {
    const tools = many(1_500);
    const { page } = pages(tools, [aTool({ name: 'new' }), ...tools]);
    const names = (await loadTools(page)).map(({ name }) => name);
    expect(names).toEqual(tools.map(({ name }) => name));
  });

  it('stops if there is always another page', async () => {
    const asked: number[] = [];
    const tools = many(1_000);
    await loadTools(async ({ offset }) => {
      asked.push(offset);
      return { tools, total: Number.MAX_SAFE_INTEGER };
    });
    expect(asked).toHaveLength(50);
  });

  it('stops if tools were removed meanwhile', async () => {
    const { asked, page } = pages(many(2_500), many(10));
    await loadTools(page);
    expect(asked).toEqual([0, 1_000]);
  });
});
