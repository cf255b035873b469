import type { OverrideAnswer } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../../api/api-failure.ts';
import { aTool } from '../../../tools/fixtures/a-tool.ts';
import { toolKey } from '../../../tools/tool-address.ts';
import { orderOutcomes } from './order-outcomes.ts';
import type { Outcome } from './run-each.ts';

const done = (relaxed: number, affected: number): Outcome<OverrideAnswer> => ({
  kind: 'done',
  value: {
    override: null,
    matching_tools: 1,
    note: null,
    effects: [],
    affected_tools: affected,
    relaxed_tools: relaxed,
    relaxed_later: [],
    is_dry_run: true,
  },
});

it('puts outcomes that need attention first', () => {
  const [same, changed, relaxed, failed, open] = ['a', 'b', 'c', 'd', 'e'].map((name) => aTool({ name }));
  if (!same || !changed || !relaxed || !failed || !open) throw new Error('There are five.');
  const failure = new ApiFailure('conflict', 'no');
  const outcomes = new Map([
    [toolKey(same), done(0, 0)],
    [toolKey(changed), done(0, 1)],
    [toolKey(relaxed), done(1, 1)],
    [toolKey(failed), { kind: 'failed', failure } as const],
  ]);
  const rows = orderOutcomes([open, same, changed, relaxed, failed], outcomes);
  expect(rows.map(({ tool }) => tool.name)).toEqual(['d', 'c', 'b', 'a', 'e']);
});
