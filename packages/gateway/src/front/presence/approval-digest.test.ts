import { expect, it } from 'vitest';
import { approvalDigest } from './approval-digest.ts';

const SENT = { bytes: 2, sha256: 'ab', text: '{}', is_cut: false, marks: [], searched: 2, headers: { a: '1', b: '2' } };
const ASKED = { server: 'notes', tool: 'delete_note', sent: SENT };

it('does not depend on the order of headers', () => {
  expect(approvalDigest({ ...ASKED, sent: { ...SENT, headers: { b: '2', a: '1' } } })).toBe(approvalDigest(ASKED));
});

it.each([
  { ...ASKED, server: 'other' },
  { ...ASKED, tool: 'add_note' },
  { ...ASKED, sent: { ...SENT, sha256: 'ac' } },
  { ...ASKED, sent: { ...SENT, headers: { a: '1' } } },
])('differs for anything else that is sent', (other) => {
  expect(approvalDigest(other)).not.toBe(approvalDigest(ASKED));
});

it.each([null, { ...SENT, sha256: null }])('is undefined if the sent data is unknown', (sent) => {
  expect(approvalDigest({ ...ASKED, sent })).toBeUndefined();
});
