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
] as const)('%s then, and %o now: as %s, harmless %s', (then, now, expected, isHarmless) => {
  const plan = replayPlan({ class: then }, now);
  expect([plan.class, plan.isHarmless]).toEqual([expected, isHarmless]);
});

it.each([
  [
    tool('destructive', 'ask'),
    [
      'It may delete or overwrite what is there by now, which need not be what was there then.',
      'The policy asks a person first: calling it from here is the answer.',
    ],
  ],
  [
    tool('destructive', 'hold', { idempotent: true, open: true }),
    [
      'It may delete or overwrite what is there by now, which need not be what was there then.',
      'It says that calling it again with the same arguments changes nothing more.',
      'It reaches beyond its own system.',
      'The policy will refuse it, and that will be recorded.',
    ],
  ],
])('says what will happen', (now, tells) => {
  expect(replayPlan({ class: 'destructive' }, now).tells).toEqual(tells);
});

it('says that the tool is another one by now', () => {
  expect(replayPlan({ class: 'destructive' }, tool('read')).tells[1]).toBe(
    'It was destructive then and is read now: the stricter of the two counts.',
  );
});
