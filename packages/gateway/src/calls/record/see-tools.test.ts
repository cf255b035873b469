import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { Catalog } from '../../model/catalog.ts';
import { toolOf } from './fixtures/calls.ts';
import { createSeeTools } from './tool-versions.ts';

function setUp(count: number) {
  const clock = createFakeClock();
  const tools = Array.from({ length: count }, (_, index) => toolOf({ name: `t${index}` }));
  const seen: number[] = [];
  const see = createSeeTools(
    () => ({ tools }) as unknown as Catalog,
    (portion) => seen.push(portion.length),
    clock,
  );
  return { clock, see, seen };
}

it('shows all tools in portions, some time after the last change', async () => {
  const { clock, see, seen } = setUp(120);
  see.changed();
  await clock.advance(1_500);
  see.changed();
  await clock.advance(1_500);
  expect(seen).toEqual([]);
  await clock.advance(1_000);
  expect(seen).toEqual([50, 50, 20]);
});

it('stops in the middle when it is told to', async () => {
  const { clock, see, seen } = setUp(120);
  see.changed();
  await clock.advance(2_000);
  see.close();
  await clock.advance(1_000);
  expect([seen, clock.pending()]).toEqual([[50], 0]);
});
