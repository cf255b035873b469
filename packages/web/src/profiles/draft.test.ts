import type { Profile } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { type ProfileDraft, profileProblems, toProfileDraft, toProfileRequest, trialName } from './draft.ts';

const PROFILE: Profile = {
  name: 'work',
  description: 'For work.',
  servers: ['notes', 'files-*'],
  tools: ['*'],
  exclude: ['notes/delete_*'],
  classes: ['read', 'additive'],
  addresses: { direct: '', search: '' },
  counts: { servers: 0, tools: 0, read: 0, additive: 0, destructive: 0 },
  problems: [],
  tokens: [],
};
const draft = (more: Partial<ProfileDraft> = {}): ProfileDraft => ({ ...toProfileDraft(), name: 'x', ...more });

describe('a profile form', () => {
  it('round-trips an unchanged profile', () => {
    const { description, servers, exclude, classes } = PROFILE;
    expect(toProfileRequest(toProfileDraft(PROFILE))).toEqual({ description, servers, exclude, classes });
  });

  it.each<[string, Partial<ProfileDraft>, object]>([
    ['nothing', {}, {}],
    ['everything', { servers: '*', tools: ' * ', exclude: ' ' }, {}],
    [
      'line breaks and commas',
      { servers: 'a, b\n\nc', tools: '*\nx' },
      { servers: ['a', 'b', 'c'], tools: ['*', 'x'] },
    ],
    ['classes in any order', { classes: ['destructive', 'read'] }, { classes: ['read', 'destructive'] }],
    ['blanks', { description: '  ' }, {}],
  ])('sends %s', (_case, more, request) => {
    expect(toProfileRequest(draft(more))).toEqual(request);
  });

  it.each<[string, Partial<ProfileDraft>, readonly string[]]>([
    ['nothing', {}, []],
    ['no name', { name: '' }, []],
    ['capitals', { name: 'Work' }, ['name']],
    ['a trailing dash', { name: 'work-' }, ['name']],
    ['a name in use', { name: 'work' }, ['name']],
    ['no class', { classes: [] }, ['classes']],
  ])('rejects %s', (_case, more, fields) => {
    expect(Object.keys(profileProblems(draft(more), ['work']))).toEqual(fields);
  });

  it.each([
    ['', 'preview'],
    ['No good', 'preview'],
    [' work ', 'work'],
  ])('previews %j as %s', (name, trial) => expect(trialName({ name })).toBe(trial));
});
