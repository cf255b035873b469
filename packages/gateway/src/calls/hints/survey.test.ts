import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { createSurvey, SURVEY_AFTER_MS } from './survey.ts';

const toolsOf = (count: number): readonly CatalogTool[] =>
  // Nobody looks into them here.
  Array.from({ length: count }, (_, index) => ({ exposed: `t${index}` }) as unknown as CatalogTool);

function setUp(count: number) {
  const clock = createFakeClock();
  const world = { tools: toolsOf(count), looked: [] as CatalogTool[], rounds: 0 };
  const survey = createSurvey({
    tools: () => world.tools,
    look: (tool) => world.looked.push(tool),
    done: () => world.rounds++,
    clock,
  });
  return { clock, survey, world };
}

it('looks at every tool, in portions, once for all changes that come together', async () => {
  const { clock, survey, world } = setUp(120);
  survey.start();
  survey.start();
  await clock.advance(SURVEY_AFTER_MS);
  expect(world.looked).toHaveLength(50);
  await clock.advance(1_000);
  expect(world.looked).toEqual(world.tools);
  expect([world.rounds, clock.pending()]).toEqual([1, 0]);
});

it('begins although changes never stop', async () => {
  const { clock, survey, world } = setUp(1);
  for (let turn = 0; turn < 20; turn++) {
    survey.start();
    await clock.advance(SURVEY_AFTER_MS / 10);
  }
  expect(world.rounds).toBeGreaterThan(0);
});

it('looks again at what changed while it was under way', async () => {
  const { clock, survey, world } = setUp(120);
  survey.start();
  await clock.advance(SURVEY_AFTER_MS);
  world.tools = toolsOf(3);
  survey.start();
  await clock.advance(1_000);
  expect(world.looked.slice(-3)).toEqual(world.tools);
  expect(world.rounds).toBe(2);
});

it('stops in the middle when it is told to', async () => {
  const { clock, survey, world } = setUp(120);
  survey.start();
  await clock.advance(SURVEY_AFTER_MS);
  survey.close();
  await clock.advance(1_000);
  expect([world.looked.length, world.rounds, clock.pending()]).toEqual([50, 0, 0]);
});

it('looks at everything at once when it has to be finished, and at nothing twice after that', async () => {
  const { clock, survey, world } = setUp(120);
  survey.finish();
  expect([world.looked.length, world.rounds]).toEqual([0, 0]);
  survey.start();
  survey.finish();
  expect(world.looked).toEqual(world.tools);
  expect([world.rounds, clock.pending()]).toEqual([1, 0]);
  survey.start();
  await clock.advance(SURVEY_AFTER_MS);
  survey.finish();
  await clock.advance(1_000);
  expect(world.rounds).toBe(2);
});
