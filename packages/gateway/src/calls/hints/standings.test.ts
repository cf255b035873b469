import { describe, expect, it } from 'vitest';
import { toolOf } from './fixtures/hints-world.ts';
import { accept, holdsOf, job, open, standingOf } from './fixtures/standing-setup.ts';

describe('standings', () => {
  it('are the same objects until something changes', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }), toolOf('delete_note'));
    await world.settle();
    world.offer('notes', job({ destructiveHint: false }));
    const held = standingOf(world);
    expect(held.holds).toHaveLength(1);
    expect(standingOf(world)).toBe(held);
    world.standings().changed();
    world.configure({ resultBytes: 7 });
    await world.settle();
    expect(standingOf(world)).toBe(held);
    await accept(world);
    const accepted = standingOf(world);
    expect(accepted).not.toBe(held);
    expect(standingOf(world)).toBe(accepted);
  });

  it('of ten thousand tools are worked out and written in portions', async () => {
    const world = await open();
    const tools = Array.from({ length: 10_000 }, (_, index) =>
      toolOf(`tool_${index}`, { description: `Does ${index}.` }),
    );
    world.offer('notes', ...tools);
    await world.settle();
    const lock = JSON.parse(await world.readLock());
    expect(Object.keys(lock.servers.notes)).toHaveLength(10_000);
    world.offer('notes', ...tools.with(7_000, toolOf('tool_7000', { annotations: { readOnlyHint: true } })));
    await world.settle();
    expect(world.changes()).toBe(1);
    expect(holdsOf(world, 'tool_7000')).toEqual(['relaxed']);
    expect(holdsOf(world, 'tool_7001')).toEqual([]);
  });
});
