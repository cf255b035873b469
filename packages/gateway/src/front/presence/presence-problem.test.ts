import { expect, it } from 'vitest';
import { presenceProblem, presenceRelaxed, requiresPasskey } from './presence-problem.ts';

const NOTHING = { ask: { presence: 'none' as const }, rules: [{ name: 'a' }] };
const EVERYTHING = { ask: { presence: 'passkey' as const }, rules: [] };
const ONE_RULE = {
  ask: { presence: 'none' as const },
  rules: [{ name: 'a' }, { name: 'deletes', ask: { presence: 'passkey' as const } }],
};
const KEY = { id: '1', name: 'laptop', host: 'localhost', synced: false, created_at: '', last_used_at: null };
const keys = (count: number, problem?: string) => ({
  list: () => Array.from({ length: count }, () => KEY),
  problem: () => problem,
});

it.each([
  [NOTHING, false],
  [EVERYTHING, true],
  [ONE_RULE, true],
])('detects whether a policy requires a passkey', (policy, is) => expect(requiresPasskey(policy)).toBe(is));

it('reports a required passkey without an enrolled one', () => {
  expect(presenceProblem(keys(0), ONE_RULE)).toContain(
    "the rule 'deletes' requires one, so such calls cannot be approved",
  );
  expect(presenceProblem(keys(0), EVERYTHING)).toContain('policy.ask requires one');
  expect(presenceProblem(keys(0), NOTHING)).toBeUndefined();
  expect(presenceProblem(keys(1), EVERYTHING)).toBeUndefined();
});

it('reports a changed file, with or without a required passkey', () => {
  expect(presenceProblem(keys(1, 'changed'), NOTHING)).toBe('changed');
});

it.each([
  [ONE_RULE, NOTHING, "the rule 'deletes' no longer requires a passkey"],
  [EVERYTHING, ONE_RULE, 'policy.ask no longer requires a passkey'],
])('reports what a changed config no longer requires', (before, now, text) =>
  expect(presenceRelaxed(before, now)).toContain(text),
);

it('reports nothing if a changed config requires as much or more', () => {
  expect(presenceRelaxed(NOTHING, ONE_RULE)).toBeUndefined();
  expect(presenceRelaxed(ONE_RULE, ONE_RULE)).toBeUndefined();
});
