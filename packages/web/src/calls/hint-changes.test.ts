import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { compareHints } from './hint-changes.ts';

const hint = (value: boolean, source: ToolHint['source'] = 'declared'): ToolHint => ({
  value,
  source,
  declared: value,
  reason: '',
});
const hints = (changes: Partial<Record<HintKey, ToolHint>> = {}): Record<HintKey, ToolHint> => ({
  readOnlyHint: hint(false),
  destructiveHint: hint(true),
  idempotentHint: hint(false),
  openWorldHint: hint(false),
  ...changes,
});

it('tells a changed value from a changed source', () => {
  const now = hints({ destructiveHint: hint(false), openWorldHint: hint(false, 'override') });
  expect(compareHints(hints(), now).map(({ name, changed }) => [name, changed])).toEqual([
    ['readOnlyHint', 'no'],
    ['destructiveHint', 'value'],
    ['idempotentHint', 'no'],
    ['openWorldHint', 'source'],
  ]);
});

it('shows both sides', () => {
  expect(compareHints(hints(), hints({ readOnlyHint: hint(true) }))[0]).toEqual({
    name: 'readOnlyHint',
    before: hint(false),
    after: hint(true),
    changed: 'value',
  });
});

it.each([
  ['a removed tool', hints(), undefined],
  ['an unknown tool', null, hints()],
])('reports no change for %s', (_, then, now) => {
  expect(compareHints(then, now).every(({ changed }) => changed === 'no')).toBe(true);
});
