import type { ApprovalAnswer } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { outcomeWords, rememberWords, whoAnswered } from './words.ts';

const answer = (facts: Partial<ApprovalAnswer> = {}): ApprovalAnswer => ({
  decision: 'approve',
  remember: 'once',
  scope: 'tool',
  route: 'web',
  by: null,
  at: '2026-11-15T12:00:00Z',
  ...facts,
});

it.each<[Partial<ApprovalAnswer>, string]>([
  [{}, 'once'],
  [{ scope: 'arguments' }, 'once'],
  [{ remember: 'session' }, 'for the session'],
  [{ remember: 'session', scope: 'arguments' }, 'for the session, with the same arguments'],
  [{ remember: 'always' }, 'always'],
  [{ remember: 'always', scope: 'arguments' }, 'always, with the same arguments'],
])('%j holds %s', (facts, words) => expect(rememberWords(answer(facts))).toBe(words));

it.each<[Partial<ApprovalAnswer>, string]>([
  [{}, 'Approved once on the page.'],
  [{ by: 'toolmark-web' }, 'Approved once on the page.'],
  [{ by: 'ada', route: 'cli' }, 'Approved once by ada, on the command line.'],
  [{ by: 'toolmark-cli', route: 'api' }, 'Approved once by toolmark-cli, through the API.'],
  [{ remember: 'session', route: 'client' }, 'Approved for the session in the client that called.'],
  [{ decision: 'deny', by: 'a\u202eb', route: 'api' }, 'Denied by a⟨U+202E⟩b, through the API.'],
])('%j: %s', (facts, words) => expect(outcomeWords({ status: 'approved', answer: answer(facts) })).toBe(words));

it.each([
  ['pending', 'Waiting for an answer.'],
  ['expired', 'Expired without an answer. Whoever still wants it has to call again.'],
  ['cancelled', 'Cancelled before anybody answered: the call was given up.'],
  ['approved', 'Approved.'],
  ['denied', 'Denied.'],
] as const)('%s without an answer: %s', (status, words) => expect(outcomeWords({ status, answer: null })).toBe(words));

it.each<[Partial<ApprovalAnswer>, string | undefined]>([
  [{ by: null }, undefined],
  [{ by: 'toolmark-cli', route: 'cli' }, undefined],
  [{ by: 'ada', route: 'cli' }, 'ada'],
])('%j was answered by %j', (facts, who) => expect(whoAnswered(answer(facts))).toBe(who));
