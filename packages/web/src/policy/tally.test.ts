import type { PolicyReplay, PolicyTally } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { replayNotes, toTallyRows } from './tally.ts';

const tally = (facts: Partial<PolicyTally>): PolicyTally => ({
  allow: 0,
  ask: 0,
  deny: 0,
  hold: 0,
  cached: 0,
  ...facts,
});
const replay = (facts: Partial<PolicyReplay>): PolicyReplay => ({
  from: '2026-11-08T12:00:00Z',
  to: '2026-11-15T12:00:00Z',
  calls: 1,
  skipped: 0,
  recorded: tally({}),
  replayed: tally({}),
  prompts_saved: 0,
  changes: [],
  ...facts,
});

it('compares recorded with replayed decisions', () => {
  const rows = toTallyRows({
    recorded: tally({ allow: 1_500, ask: 2 }),
    replayed: tally({ allow: 2, ask: 1_500, cached: 1 }),
  });
  expect(rows.map(({ kind, before, after, change }) => [kind, before, after, change])).toEqual([
    ['allow', 1_500, 2, '-1,498'],
    ['ask', 2, 1_500, '+1,498'],
    ['deny', 0, 0, ''],
    ['hold', 0, 0, ''],
    ['cached', 0, 1, '+1'],
  ]);
});

it.each<[Partial<PolicyReplay>, readonly string[]]>([
  [{}, []],
  [{ calls: 0, skipped: 3 }, ['No calls were recorded in this time.']],
  [
    { skipped: 1, prompts_saved: 12 },
    [
      '1 call skipped: the tool is gone, or the arguments were not recorded in full.',
      '12 prompts saved, compared with a client that asks before every call.',
    ],
  ],
  [{ prompts_saved: -3 }, []],
])('%j: %j', (facts, notes) => expect(replayNotes(replay(facts))).toEqual(notes));
