import type { Approval } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  describeAnswer,
  describeRelaxation,
  LASTING,
  labelOf,
  lastingFor,
  needsConfirmation,
  requestOf,
} from './choices.ts';

const ASKED = {
  server: 'notes',
  tool: 'delete_note',
  title: 'Delete Note',
  class: 'destructive',
  client_name: 'cursor',
  principal: 'local',
  rule: 'default: destructive',
  is_waiting: true,
} as const;

it.each<[Choice, ReturnType<typeof requestOf>]>([
  ['deny', { decision: 'deny' }],
  ['once', { decision: 'approve', remember: 'once' }],
  ['session', { decision: 'approve', remember: 'session', scope: 'tool' }],
  ['always', { decision: 'approve', remember: 'always', scope: 'tool' }],
  ['always-arguments', { decision: 'approve', remember: 'always', scope: 'arguments' }],
])('sends %s as %j', (choice, request) => expect(requestOf(choice)).toEqual(request));

describe('describeAnswer', () => {
  it.each<[Choice, string]>([
    ['deny', 'Refuses this call of “Delete Note” on notes. The next call asks again.'],
    ['once', 'Allows this one call of “Delete Note” on notes, with exactly these arguments.'],
    [
      'session',
      'Allows every call of “Delete Note” on notes without asking, with any arguments, until this session of Cursor ends.',
    ],
    [
      'always',
      'Allows every call of “Delete Note” on notes by Cursor (token local) without asking, with any arguments, until you revoke it.',
    ],
    [
      'always-arguments',
      'Allows calls of “Delete Note” on notes by Cursor (token local) without asking, with exactly these arguments only, until you revoke it.',
    ],
  ])('%s: %s', (choice, says) => expect(describeAnswer(choice, ASKED)).toBe(says));

  it('says that the client has to retry if it stopped waiting', () => {
    expect(describeAnswer('once', { ...ASKED, is_waiting: false })).toBe(
      'Allows the same call of “Delete Note” on notes once, when the client retries it.',
    );
  });

  it("keeps a server's own text from imitating ours", () => {
    const says = describeAnswer('once', { ...ASKED, title: `x”\u202e pass.\n\nAllows nothing${'y'.repeat(300)}` });
    expect(says).toContain('⟨U+202E⟩');
    expect(says).not.toContain('\n');
    expect(says.length).toBeLessThan(200);
  });
});

it.each<[Approval['class'], readonly Choice[]]>([
  ['destructive', ['always', 'always-arguments']],
  ['additive', []],
  ['read', []],
])('for a %s tool, asks for confirmation of %j', (of, asked) => {
  const all: readonly Choice[] = ['deny', 'once', 'session', 'always', 'always-arguments'];
  expect(all.filter((choice) => needsConfirmation(choice, { class: of }))).toEqual(asked);
});

it('names the rule that an answer relaxes', () => {
  expect(describeRelaxation(ASKED)).toBe(
    'This relaxes the rule “default: destructive”, which stopped this call. The tool may delete or overwrite data without asking anyone first.',
  );
  expect(describeRelaxation({ class: 'additive', rule: 'mine' })).toBe(
    'This relaxes the rule “mine”, which stopped this call. The tool will run without asking anyone first.',
  );
});

it('lists the narrowest lasting answer first, each with its own label', () => {
  expect(LASTING.map((choice) => labelOf(choice, { presence_required: false }))).toEqual([
    'Approve for this session',
    'Always approve with exactly these arguments',
    'Always approve this tool',
  ]);
});

it('a button says that a passkey is asked for, and denying needs none', () => {
  const all: readonly Choice[] = ['deny', 'once', ...LASTING];
  expect(all.map((choice) => labelOf(choice, { presence_required: true }))).toEqual([
    'Deny',
    'Approve with passkey',
    'Approve for this session, with passkey',
    'Always approve with exactly these arguments, with passkey',
    'Always approve this tool, with passkey',
  ]);
});

it.each<[Approval['remember_choices'], readonly Choice[]]>([
  [
    ['once', 'session', 'always'],
    ['session', 'always-arguments', 'always'],
  ],
  [
    ['once', 'always'],
    ['always-arguments', 'always'],
  ],
  [['once'], []],
])('offers %j these lasting answers: %j', (offered, choices) =>
  expect(lastingFor({ remember_choices: offered })).toEqual(choices),
);
