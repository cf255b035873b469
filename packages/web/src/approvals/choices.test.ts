import type { Approval } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  LASTING,
  labelOf,
  lastingFor,
  needsConfirmation,
  relaxesOf,
  requestOf,
  tellsOf,
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
])('%s is sent as %j', (choice, request) => expect(requestOf(choice)).toEqual(request));

describe('tellsOf', () => {
  it.each<[Choice, string]>([
    ['deny', 'Refuses this call of “Delete Note” on notes. It is not remembered: the next one asks again.'],
    ['once', 'Lets this one call of “Delete Note” on notes pass, with exactly these arguments.'],
    [
      'session',
      'Lets every call of “Delete Note” on notes pass without asking, with any arguments, until this session of cursor ends.',
    ],
    [
      'always',
      'Lets every call of “Delete Note” on notes by cursor (token local) pass without asking, with any arguments, until somebody revokes it.',
    ],
    [
      'always-arguments',
      'Lets calls of “Delete Note” on notes by cursor (token local) pass without asking, with exactly these arguments only, until somebody revokes it.',
    ],
  ])('%s: %s', (choice, says) => expect(tellsOf(choice, ASKED)).toBe(says));

  it('says that a call which gave up has to be made again', () => {
    expect(tellsOf('once', { ...ASKED, is_waiting: false })).toBe(
      'Lets the same call of “Delete Note” on notes pass once when it is made again.',
    );
  });

  it('nothing that a server calls itself can pass for a sentence of ours', () => {
    const says = tellsOf('once', { ...ASKED, title: `x”\u202e pass.\n\nLets nothing${'y'.repeat(300)}` });
    expect(says).toContain('⟨U+202E⟩');
    expect(says).not.toContain('\n');
    expect(says.length).toBeLessThan(200);
  });
});

it.each<[Approval['class'], readonly Choice[]]>([
  ['destructive', ['always', 'always-arguments']],
  ['additive', []],
  ['read', []],
])('for what is %s these are asked for once more: %j', (of, asked) => {
  const all: readonly Choice[] = ['deny', 'once', 'session', 'always', 'always-arguments'];
  expect(all.filter((choice) => needsConfirmation(choice, { class: of }))).toEqual(asked);
});

it('what is relaxed is named', () => {
  expect(relaxesOf(ASKED)).toBe(
    'This relaxes the rule “default: destructive”, which stopped this call. The tool may delete or overwrite what is there, and nobody will be asked before it does.',
  );
  expect(relaxesOf({ class: 'additive', rule: 'mine' })).toBe(
    'This relaxes the rule “mine”, which stopped this call. Nobody will be asked before the tool is called.',
  );
});

it('the narrowest of what lasts comes first, and each has a name of its own', () => {
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
])('of %j these last: %j', (offered, choices) => expect(lastingFor({ remember_choices: offered })).toEqual(choices));
