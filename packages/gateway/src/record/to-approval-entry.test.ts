import type { CallBody } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { RecordedQuestion } from '../approvals/record.ts';
import { parseJson } from '../json.ts';
import { version } from '../store/contract/entries.ts';
import type { Begin } from './entry.ts';
import { toApprovalEntry } from './to-approval-entry.ts';

const asked: RecordedQuestion = {
  ...{ id: 'q', callSeq: 7, callId: 'c7', session: null, server: 'files', tool: 'delete_file', title: 'Delete' },
  ...{ class: 'destructive', effective: version('v').effective, rule: 'r', reason: 'why', digest: 'd' },
  ...{ arguments: null, client: null, principal: 'local', mode: 'direct', at: 1, expiresAt: 2 },
};

describe('a question, as it is written', () => {
  it('is what was asked', () => {
    expect(toApprovalEntry(asked, undefined)).toEqual({ kind: 'approval', ...asked });
  });

  it('belongs to the call that goes on, and not to the request that it goes on with', () => {
    const begin = { seq: 3, id: 'c3', session: 's' } as Begin;
    expect(toApprovalEntry(asked, begin)).toMatchObject({ id: 'q', callSeq: 3, callId: 'c3', session: 's' });
  });

  it.each<[string, CallBody, string]>([
    ['whole', { value: { a: 'é' }, bytes: 9, is_cut: false, redactions: 1 }, '{"a":"é"}'],
    ['cut', { value: '{"a":"b', bytes: 900, is_cut: true, redactions: 1 }, '{"a":"b'],
    ['a text', { value: 'b', bytes: 3, is_cut: false, redactions: 1 }, '"b"'],
    ['too large a number', { value: parseJson('[1e999]'), bytes: 7, is_cut: false, redactions: 1 }, '[1e999]'],
  ])('has arguments as text: %s', (_case, given, text) => {
    const { bytes, is_cut: isCut, redactions } = given;
    const entry = toApprovalEntry({ ...asked, arguments: given }, undefined);
    expect(entry.arguments).toEqual({ text, bytes, isCut, redactions });
  });
});
