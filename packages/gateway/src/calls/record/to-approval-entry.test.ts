import type { Begin, Body, RecordedQuestion } from '@toolmark/record';
import { describe, expect, it } from 'vitest';
import { version } from '../../../../record/src/store/contract/entries.ts';
import { toApprovalEntry } from './to-approval-entry.ts';

const asked: RecordedQuestion = {
  id: 'q',
  callSeq: 7,
  callId: 'c7',
  session: null,
  server: 'files',
  tool: 'delete_file',
  title: 'Delete',
  class: 'destructive',
  effective: version('v').effective,
  rule: 'r',
  reason: 'why',
  waits: true,
  terms: { routes: ['client', 'page', 'cli', 'api'], presence: 'none', remember: ['once', 'session', 'always'] },
  arguments: null,
  client: null,
  principal: 'local',
  mode: 'direct',
  at: 1,
  expiresAt: 2,
  others: null,
  sent: { bytes: 22, sha256: 'ab12' },
};

describe('a question, as it is written', () => {
  it('is what was asked', () => {
    expect(toApprovalEntry(asked, undefined, 1_000)).toEqual({ kind: 'approval', ...asked });
  });

  it('belongs to the call that goes on, and not to the request that it goes on with', () => {
    const begin = { seq: 3, id: 'c3', session: 's' } as Begin;
    expect(toApprovalEntry(asked, begin, 1_000)).toMatchObject({ id: 'q', callSeq: 3, callId: 'c3', session: 's' });
  });

  const whole: Body = { text: '{"a":"éé"}', bytes: 12, isCut: false, redactions: 1 };
  const cut: Body = { text: '{"a":"b', bytes: 900, isCut: true, redactions: 1 };
  it.each<[string, Body, number, Partial<Body>]>([
    ['all of what is short enough', whole, 12, {}],
    ['the beginning of what is not, in whole characters', whole, 9, { text: '{"a":"é', isCut: true }],
    ['nothing where nothing is to be kept', whole, 0, { text: '', isCut: true }],
    ['what was cut before', cut, 1_000, {}],
    ['less of what was cut before', cut, 3, { text: '{"a' }],
  ])('has of its arguments, and of what comes with them, %s', (_case, given, maxBytes, kept) => {
    const entry = toApprovalEntry({ ...asked, arguments: given, others: given }, undefined, maxBytes);
    expect(entry.arguments).toEqual({ ...given, ...kept });
    expect(entry.others).toEqual({ ...given, ...kept });
    expect(entry.sent).toEqual({ bytes: 22, sha256: (kept.isCut ?? given.isCut) ? null : 'ab12' });
  });
});
