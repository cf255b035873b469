import type { ApprovalAnswer, ApprovalRoute } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { outcomeWords, rememberWords, waysWords, whoAnswered } from './labels.ts';

const answer = (facts: Partial<ApprovalAnswer> = {}): ApprovalAnswer => ({
  decision: 'approve',
  remember: 'once',
  scope: 'tool',
  route: 'page',
  presence: 'none',
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
])('describes %j as %s', (facts, words) => expect(rememberWords(answer(facts))).toBe(words));

it.each<[Partial<ApprovalAnswer>, string]>([
  [{}, 'Approved once on the page.'],
  [{ by: 'toolmark-web' }, 'Approved once on the page.'],
  [{ by: 'ada', route: 'cli' }, 'Approved once by ada, on the command line.'],
  [{ by: 'toolmark-cli', route: 'cli' }, 'Approved once on the command line.'],
  [{ by: 'ada', presence: 'passkey' }, 'Approved once by ada, on the page, with a passkey.'],
  [{ route: 'client' }, 'Approved once, answered in the client.'],
  [{ route: 'client', by: 'cursor' }, 'Approved once, answered in the client of cursor.'],
  [{ decision: 'deny', route: 'client', by: 'cursor' }, 'Denied, answered in the client of cursor.'],
  [{ decision: 'deny', by: 'a\u202eb', route: 'api' }, 'Denied by a⟨U+202E⟩b, through the API.'],
])('%j: %s', (facts, words) => expect(outcomeWords({ status: 'approved', answer: answer(facts) })).toBe(words));

it.each([
  ['pending', 'Waiting for an answer.'],
  ['expired', 'Expired without an answer. The client has to call again.'],
  ['cancelled', 'Cancelled before anyone answered: the client stopped waiting.'],
  ['approved', 'Approved.'],
  ['denied', 'Denied.'],
] as const)('%s without an answer: %s', (status, words) => expect(outcomeWords({ status, answer: null })).toBe(words));

it.each<[Partial<ApprovalAnswer>, string | undefined]>([
  [{ by: null }, undefined],
  [{ by: 'toolmark-cli', route: 'cli' }, undefined],
  [{ by: 'ada', route: 'cli' }, 'ada'],
])('describes %j as answered by %j', (facts, who) => expect(whoAnswered(answer(facts))).toBe(who));

it.each<[readonly ApprovalRoute[], boolean, string | undefined]>([
  [['client', 'page', 'cli', 'api'], false, undefined],
  [['page'], false, 'Can be answered only on the page.'],
  [['client', 'page', 'cli'], false, 'Can be answered only in the client, on the page or on the command line.'],
  [['page', 'cli'], true, 'Approving takes your passkey, here on the page.'],
])('routes %j, passkey %s: %s', (routes, presence, words) =>
  expect(waysWords({ routes, presence_required: presence })).toBe(words),
);
