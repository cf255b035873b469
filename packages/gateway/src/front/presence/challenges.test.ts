import { expect, it } from 'vitest';
import { CHALLENGE_TTL_MS, createChallenges, MAX_CHALLENGES } from './challenges.ts';

it('returns the purpose of a challenge once', () => {
  const challenges = createChallenges<string>(() => 0);
  const { text } = challenges.make('a');
  expect([challenges.take(text), challenges.take(text), challenges.take('made up')]).toEqual([
    'a',
    undefined,
    undefined,
  ]);
});

it('makes different challenges for the same purpose', () => {
  const challenges = createChallenges<string>(() => 0);
  expect(challenges.make('a').text).not.toBe(challenges.make('a').text);
});

it('expires a challenge after two minutes', () => {
  let now = 1_000;
  const challenges = createChallenges<string>(() => now);
  const [early, late] = [challenges.make('early'), challenges.make('late')];
  now += CHALLENGE_TTL_MS - 1;
  expect(challenges.take(early.text)).toBe('early');
  now += 1;
  expect(challenges.take(late.text)).toBeUndefined();
});

it('keeps a limited number, the newest', () => {
  const challenges = createChallenges<number>(() => 0);
  const made = Array.from({ length: MAX_CHALLENGES + 2 }, (_, index) => challenges.make(index));
  expect(made.map(({ text }) => challenges.take(text)).filter((purpose) => purpose === undefined)).toHaveLength(2);
  expect(challenges.take(challenges.make(-1).text)).toBe(-1);
});
