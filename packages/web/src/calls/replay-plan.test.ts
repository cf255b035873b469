import type { DecisionKind, ToolClassName, ToolHint } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { replayPlan } from './replay-plan.ts';

const hint = (value: boolean): ToolHint => ({ value, source: 'declared', declared: value, reason: '' });
const tool = (name: ToolClassName, decision: DecisionKind = 'allow', { idempotent = false, open = false } = {}) => ({
  class: name,
  policy: { decision, rule: 'r' },
  hints: {
    readOnlyHint: hint(name === 'read'),
    destructiveHint: hint(name === 'destructive'),
    idempotentHint: hint(idempotent),
    openWorldHint: hint(open),
  },
});

it.each([
  ['read', tool('read'), 'read', true],
  ['read', tool('read', 'ask'), 'read', false],
  ['read', tool('additive'), 'additive', false],
  ['additive', tool('read'), 'additive', false],
  ['destructive', tool('read'), 'destructive', false],
  [null, tool('read'), 'destructive', false],
  ['additive', tool('destructive'), 'destructive', false],
] as const)('%s then and %o now replays as %s, harmless: %s', (then, now, expected, isHarmless) => {
  const plan = replayPlan({ class: then }, now);
  expect([plan.class, plan.isHarmless]).toEqual([expected, isHarmless]);
});

it.each([
  [
    tool('destructive', 'ask'),
    [
      'It may delete or overwrite data, which may have changed since the first call.',
      'The policy asks for approval: calling it from here counts as the approval.',
    ],
  ],
  [
    tool('destructive', 'hold', { idempotent: true, open: true }),
    [
      'It may delete or overwrite data, which may have changed since the first call.',
      'It declares that repeating the call with the same arguments has no further effect.',
      'It reaches beyond its own system.',
      'The policy will refuse it, and the refusal is recorded.',
    ],
  ],
])('says what will happen', (now, tells) => {
  expect(replayPlan({ class: 'destructive' }, now).tells).toEqual(tells);
});

it("says that the tool's class has changed", () => {
  expect(replayPlan({ class: 'destructive' }, tool('read')).tells[1]).toBe(
    'It was destructive then and is read now: the stricter class applies.',
  );
});
