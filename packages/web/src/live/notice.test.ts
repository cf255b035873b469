import { describe, expect, it } from 'vitest';
import type { LiveEvent } from './live.ts';
import { notifyStateOf, toNotice } from './notice.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const DATA = {
  id: 'a1',
  server: 'notes',
  tool: 'delete_note',
  title: 'Delete Note',
  client_name: 'cursor',
  arguments: { id: 42 },
  expires_at: '2026-11-15T12:15:00Z',
};
const event = (data: LiveEvent['data'], type: LiveEvent['type'] = 'approvals.requested'): LiveEvent => ({
  type,
  data,
  timestamp: '2026-11-15T12:00:00Z',
});

describe('toNotice', () => {
  it('names the tool and the client, but no arguments', () => {
    expect(toNotice(event(DATA), NOW)).toEqual({
      id: 'a1',
      title: 'Approve “Delete Note”?',
      body: 'delete_note of notes, asked by Cursor',
    });
  });

  it('makes hidden characters visible', () => {
    const hostile = { ...DATA, title: 'a\u202eb\nc', client_name: null };
    expect(toNotice(event(hostile), NOW)).toEqual({
      id: 'a1',
      title: 'Approve “a⟨U+202E⟩b c”?',
      body: 'delete_note of notes, asked by Unknown client',
    });
  });

  it('uses the name if there is no title', () => {
    expect(toNotice(event({ ...DATA, title: undefined }), NOW)?.title).toBe('Approve “delete_note”?');
  });

  it.each<[string, LiveEvent]>([
    ['an answer', event(DATA, 'approvals.resolved')],
    ['a call', event(DATA, 'tool_calls.started')],
    ['a reset', event({}, 'reset')],
    ['an event without an id', event({ ...DATA, id: undefined })],
    ['an expired request', event({ ...DATA, expires_at: '2026-11-15T12:00:00Z' })],
  ])('shows nothing for %s', (_what, given) => expect(toNotice(given, NOW)).toBeUndefined());
});

it.each([
  ['granted', true, 'on'],
  ['granted', false, 'off'],
  ['default', true, 'off'],
  ['default', false, 'off'],
  ['denied', true, 'denied'],
  ['denied', false, 'denied'],
  ['missing', true, 'missing'],
] as const)('permission %s and wanted %s is %s', (allowed, wanted, state) =>
  expect(notifyStateOf(allowed, wanted)).toBe(state),
);
