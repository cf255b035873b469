import type { OfferKind } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import type { NamedOffer } from '../model/catalog.ts';
import { createCatalogBuilder } from './builder.ts';
import { createCurrentCatalog } from './current-catalog.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';

function setUp() {
  const builder = createCatalogBuilder(OPTIONS);
  const told: (readonly OfferKind[])[] = [];
  const bugs: unknown[] = [];
  const turns: (() => void)[] = [];
  const state = { offers: [] as readonly NamedOffer[], builds: 0, now: 0, isBroken: false, asked: [] as string[] };
  const catalog = createCurrentCatalog({
    builder: () => ({
      ...builder,
      build: (offers) => {
        state.builds++;
        if (state.isBroken) throw new Error('broken');
        return builder.build(offers);
      },
    }),
    offers: () => state.offers,
    yieldTurn: () => new Promise((resolve) => turns.push(resolve)),
    // Each tool takes three milliseconds.
    now: () => (state.now += 3),
    tightened: (tool) => {
      state.asked.push(tool.exposed);
      return tool;
    },
    announce: (kinds) => told.push(kinds),
    onBug: (error) => bugs.push(error),
  });
  const names = (): readonly string[] => catalog.get().tools.map(({ exposed }) => exposed);
  /** Runs all pending turns. */
  const turn = async (): Promise<void> => {
    for (const resume of turns.splice(0)) resume();
    for (let tick = 0; tick < 20; tick++) await Promise.resolve();
  };
  /** The number of turns. */
  const turnsUntil = async (done: Promise<void>): Promise<number> => {
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    let taken = 0;
    for (; !isDone && taken < 100; taken++) await turn();
    return taken;
  };
  return { catalog, state, told, bugs, names, turn, turnsUntil };
}

const withTools = (...names: readonly string[]) => [offerOf('s', { tools: names.map((name) => toolOf(name)) })];

describe('the current catalog', () => {
  it('is rebuilt once for all changes of a turn, and announced afterwards', async () => {
    const { catalog, state, told, names, turnsUntil } = setUp();
    expect(names()).toEqual([]);
    state.offers = withTools('a');
    const first = catalog.changed(['tools']);
    for (let tick = 0; tick < 20; tick++) await Promise.resolve();
    state.offers = withTools('a', 'b');
    expect(catalog.changed(['prompts', 'tools'])).toBe(first);
    expect(names()).toEqual([]);
    expect(told).toEqual([]);
    await turnsUntil(first);
    expect(names()).toEqual(['s__a', 's__b']);
    expect(told).toEqual([['tools', 'prompts']]);
    expect(state.builds).toBe(2);
  });

  it('stays unchanged while a long list is studied, yielding in between', async () => {
    const { catalog, state, told, names, turn, turnsUntil } = setUp();
    state.offers = withTools('a');
    expect(names()).toEqual(['s__a']);
    state.offers = withTools(...Array.from({ length: 10 }, (_, index) => `t${index}`));
    const done = catalog.changed(['tools']);
    for (let turns = 0; turns < 5; turns++) {
      await turn();
      expect(names()).toEqual(['s__a']);
      expect(told).toEqual([]);
    }
    await turnsUntil(done);
    expect(names()).toHaveLength(10);
  });

  it('checks for announced changes only while they are missing in the catalog', async () => {
    const { catalog, state, names, turn, turnsUntil } = setUp();
    state.offers = withTools('a', 'b', 'c', 'd');
    names();
    const look = () => catalog.toolFor('s__a', {})?.exposed;
    expect([look(), state.asked]).toEqual(['s__a', []]);
    const first = catalog.changed(['tools']);
    expect([look(), state.asked]).toEqual(['s__a', ['s__a']]);
    await turn();
    await turn();
    const second = catalog.changed(['tools']);
    await turnsUntil(first);
    look();
    expect(state.asked).toEqual(['s__a', 's__a']);
    await turnsUntil(second);
    look();
    expect(state.asked).toEqual(['s__a', 's__a']);
    expect(catalog.toolFor('s__gone', {})).toBeUndefined();
  });

  it('includes changes during a rebuild', async () => {
    const { catalog, state, told, names, turn, turnsUntil } = setUp();
    state.offers = withTools('a', 'b', 'c', 'd');
    const first = catalog.changed(['tools']);
    await turn();
    await turn();
    state.offers = withTools('e');
    const second = catalog.changed(['resources']);
    expect(second).not.toBe(first);
    await turnsUntil(second);
    expect(names()).toEqual(['s__e']);
    expect(told).toEqual([['tools'], ['resources']]);
  });

  it('stays unchanged if the rebuild fails, and tries again with the next change', async () => {
    const { catalog, state, told, bugs, names, turnsUntil } = setUp();
    names();
    state.isBroken = true;
    await turnsUntil(catalog.changed(['tools']));
    expect(bugs).toHaveLength(1);
    expect(told).toEqual([]);
    state.isBroken = false;
    state.offers = withTools('a');
    await turnsUntil(catalog.changed(['prompts']));
    expect(names()).toEqual(['s__a']);
    expect(told).toEqual([['prompts']]);
  });
});
