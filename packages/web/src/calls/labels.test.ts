import type { ApprovalAnswer, CallStatusName, DecisionKind } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { CALL_STATUS_WORDS, decisionWords, ordinal, replayProblem, STATUSES, storedNotes } from './labels.ts';

const call = (
  kind: DecisionKind | null,
  status: CallStatusName,
  more: { cached?: boolean; attempts?: number | null } = {},
) => ({
  decision: kind === null ? null : { kind, rule: 'r', reason: 'because' },
  status,
  cached: more.cached ?? false,
  attempts: more.attempts === undefined ? 1 : more.attempts,
});
const answer = (decision: ApprovalAnswer['decision'], by: string | null): ApprovalAnswer => ({
  decision,
  by,
  remember: 'once',
  scope: 'tool',
  route: 'page',
  presence: 'none',
  at: '2026-11-16T12:00:00.000Z',
});

describe('the decision about a call', () => {
  it.each([
    [null, 'error', undefined, 'not decided'],
    [null, 'running', undefined, 'not known yet'],
    ['allow', 'ok', undefined, 'allowed'],
    ['allow', 'error', undefined, 'allowed'],
    ['deny', 'denied', undefined, 'denied'],
    ['hold', 'denied', undefined, 'held'],
    ['ask', 'ok', undefined, 'asked, approved'],
    ['ask', 'error', undefined, 'asked, approved'],
    ['ask', 'ok', answer('approve', 'ann'), 'asked, approved by ann'],
    ['ask', 'ok', answer('approve', null), 'asked, approved'],
    ['ask', 'ok', answer('approve', 'toolmark-web'), 'asked, approved'],
    ['ask', 'running', undefined, 'asked'],
    ['ask', 'running', answer('approve', 'ann'), 'asked, approved by ann'],
    ['ask', 'denied', undefined, 'asked, denied'],
    ['ask', 'denied', answer('deny', 'ann'), 'asked, denied by ann'],
    ['ask', 'denied', answer('deny', 'a\u202eb'), 'asked, denied by a⟨U+202E⟩b'],
    ['ask', 'expired', undefined, 'asked, no answer'],
    ['ask', 'cancelled', undefined, 'asked, cancelled'],
    ['ask', 'interrupted', undefined, 'asked'],
  ] as const)('%s then %s, answered %o: %s', (kind, status, given, word) => {
    expect(decisionWords(call(kind, status), given).word).toBe(word);
  });

  it.each([
    [{}, []],
    [{ cached: true, attempts: 0 }, ['from the cache']],
    [{ attempts: 2 }, ['2nd attempt']],
    [{ cached: true, attempts: 3 }, ['from the cache', '3rd attempt']],
    [{ attempts: null }, []],
  ])('extras of %o: %o', (more, extras) => {
    expect(decisionWords(call('allow', 'ok', more)).extras).toEqual(extras);
  });
});

it('lists every status once, with words', () => {
  expect([...STATUSES].sort()).toEqual(Object.keys(CALL_STATUS_WORDS).sort());
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('the ordinal of %d is %s', (value, text) => {
  expect(ordinal(value)).toBe(text);
});

describe('notes on how the stored body differs from the sent one', () => {
  it.each([
    [{ bytes: 10, is_cut: false, redactions: 0 }, []],
    [{ bytes: 1_572_864, is_cut: true, redactions: 0 }, ['Only the beginning was stored, of 1.5 MB.']],
    [{ bytes: 10, is_cut: false, redactions: 1 }, ['1 secret was removed before this was stored.']],
    [{ bytes: 10, is_cut: false, redactions: 2 }, ['2 secrets were removed before this was stored.']],
  ])('%o', (body, notes) => {
    expect(storedNotes({ value: {}, ...body })).toEqual(notes);
  });
});

describe('why a call cannot be repeated', () => {
  const whole = { value: {}, bytes: 2, is_cut: false, redactions: 0 };
  it.each([
    ['nothing', { server: 'notes', arguments: whole }, ''],
    ['possible without arguments', { server: 'notes', arguments: null }, ''],
    [
      'an unknown tool',
      { server: null, arguments: whole },
      "No server had a tool 'add', so it cannot be called again.",
    ],
    [
      'cut arguments',
      { server: 'notes', arguments: { ...whole, is_cut: true } },
      'Its arguments were too long to be stored in full, so it cannot be called again.',
    ],
    [
      'secrets',
      { server: 'notes', arguments: { ...whole, redactions: 1 } },
      'Secrets were removed from its arguments, so it cannot be called again.',
    ],
  ])('%s', (_, parts, problem) => {
    expect(replayProblem({ tool: 'add', ...parts })).toBe(problem);
  });
});
