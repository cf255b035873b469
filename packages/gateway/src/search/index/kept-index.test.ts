import { describe, expect, it, vi } from 'vitest';
import { createKeptIndex } from './kept-index.ts';
import type { SearchableTool } from './searchable.ts';

const tool = (name: string): SearchableTool => ({
  server: 's',
  definition: { name, description: `The tool ${name}.` },
});

function keep() {
  let moment = 0;
  const yieldTurn = vi.fn(async () => {});
  const kept = createKeptIndex<SearchableTool>({
    yieldTurn,
    // Every read of the clock takes a millisecond.
    now: () => {
      moment += 1;
      return moment;
    },
  });
  const names = async (tools: readonly SearchableTool[], question: string) =>
    (await kept.of(tools))
      .search(question)
      .best(50, () => true)
      .map((match) => match.tool.definition.name);
  return { kept, yieldTurn, names };
}

describe('a kept index', () => {
  it('contains the current tools', async () => {
    const { names } = keep();
    const [apple, pear, plum] = [tool('apple'), tool('pear'), tool('plum')];
    expect(await names([apple, pear], 'tool')).toEqual(['apple', 'pear']);
    expect(await names([pear, plum], 'tool')).toEqual(['pear', 'plum']);
    expect(await names([], 'tool')).toEqual([]);
  });

  it('adds only new tools', async () => {
    const { kept } = keep();
    const many = Array.from({ length: 20 }, (_unused, number) => tool(`old ${number}`));
    const index = await kept.of(many);
    const add = vi.spyOn(index, 'add');
    const after = [...many, tool('new')];
    expect(await kept.of(after)).toBe(index);
    expect(index.size()).toBe(21);
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('is rebuilt when many tools were removed, because those still affect word frequencies', async () => {
    const { kept } = keep();
    const many = Array.from({ length: 20 }, (_unused, number) => tool(`old ${number}`));
    const index = await kept.of(many);
    const kept15 = await kept.of(many.slice(5));
    expect(kept15).not.toBe(index);
    expect([kept15.size(), kept15.removedCount()]).toEqual([15, 0]);
    const one = await kept.of(many.slice(6));
    expect(one).toBe(kept15);
    expect([one.size(), one.removedCount()]).toEqual([14, 1]);
  });

  it('yields to other work', async () => {
    const { kept, yieldTurn } = keep();
    await kept.of(Array.from({ length: 30 }, (_unused, number) => tool(`t${number}`)));
    expect(yieldTurn.mock.calls.length).toBeGreaterThan(5);
  });

  it('answers concurrent requests with their own lists', async () => {
    const { names } = keep();
    const [apple, pear] = [[tool('apple')], [tool('pear')]];
    expect(await Promise.all([names(apple, 'tool'), names(pear, 'tool'), names(apple, 'tool')])).toEqual([
      ['apple'],
      ['pear'],
      ['apple'],
    ]);
  });
});
