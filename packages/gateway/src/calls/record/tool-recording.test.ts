import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { Catalog } from '../../model/catalog.ts';
import { toolOf } from './fixtures/calls.ts';
import { createToolRecording } from './tool-recording.ts';

function setUp(count: number) {
  const clock = createFakeClock();
  const tools = Array.from({ length: count }, (_, index) => toolOf({ name: `t${index}` }));
  const portions: number[] = [];
  // The recording reads nothing but the tools.
  const recording = createToolRecording(
    () => ({ tools }) as unknown as Catalog,
    (portion) => portions.push(portion.length),
    clock,
  );
  return { clock, recording, portions };
}

it('records all tools in portions, after a debounce', async () => {
  const { clock, recording, portions } = setUp(120);
  recording.changed();
  await clock.advance(1_500);
  recording.changed();
  await clock.advance(1_500);
  expect(portions).toEqual([]);
  await clock.advance(1_000);
  expect(portions).toEqual([50, 50, 20]);
});

it('stops between two portions when closed', async () => {
  const { clock, recording, portions } = setUp(120);
  recording.changed();
  await clock.advance(2_000);
  recording.close();
  await clock.advance(1_000);
  expect([portions, clock.pending()]).toEqual([[50], 0]);
});
