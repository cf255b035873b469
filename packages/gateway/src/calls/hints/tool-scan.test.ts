import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { createToolScan, SCAN_AFTER_MS } from './tool-scan.ts';

const toolsOf = (count: number): readonly CatalogTool[] =>
  // The scan reads nothing of a tool.
  Array.from({ length: count }, (_, index) => ({ exposed: `t${index}` }) as unknown as CatalogTool);

function setUp(count: number) {
  const clock = createFakeClock();
  const world = { tools: toolsOf(count), visited: [] as CatalogTool[], rounds: 0 };
  const scan = createToolScan({
    tools: () => world.tools,
    visit: (tool) => world.visited.push(tool),
    done: () => world.rounds++,
    clock,
  });
  return { clock, scan, world };
}

it('visits every tool, in portions, once for all changes that come together', async () => {
  const { clock, scan, world } = setUp(120);
  scan.start();
  scan.start();
  await clock.advance(SCAN_AFTER_MS);
  expect(world.visited).toHaveLength(50);
  await clock.advance(1_000);
  expect(world.visited).toEqual(world.tools);
  expect([world.rounds, clock.pending()]).toEqual([1, 0]);
});

it('begins although changes never stop', async () => {
  const { clock, scan, world } = setUp(1);
  for (let turn = 0; turn < 20; turn++) {
    scan.start();
    await clock.advance(SCAN_AFTER_MS / 10);
  }
  expect(world.rounds).toBeGreaterThan(0);
});

it('scans again if something changed during a scan', async () => {
  const { clock, scan, world } = setUp(120);
  scan.start();
  await clock.advance(SCAN_AFTER_MS);
  world.tools = toolsOf(3);
  scan.start();
  await clock.advance(1_000);
  expect(world.visited.slice(-3)).toEqual(world.tools);
  expect(world.rounds).toBe(2);
});

it('stops in the middle when it is told to', async () => {
  const { clock, scan, world } = setUp(120);
  scan.start();
  await clock.advance(SCAN_AFTER_MS);
  scan.close();
  await clock.advance(1_000);
  expect([world.visited.length, world.rounds, clock.pending()]).toEqual([50, 0, 0]);
});

it('visits all tools at once on finish, and none of them again after that', async () => {
  const { clock, scan, world } = setUp(120);
  scan.finish();
  expect([world.visited.length, world.rounds]).toEqual([0, 0]);
  scan.start();
  scan.finish();
  expect(world.visited).toEqual(world.tools);
  expect([world.rounds, clock.pending()]).toEqual([1, 0]);
  scan.start();
  await clock.advance(SCAN_AFTER_MS);
  scan.finish();
  await clock.advance(1_000);
  expect(world.rounds).toBe(2);
});
