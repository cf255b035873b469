import { describe, expect, it } from 'vitest';
import { aSession } from '../../sessions/fixtures/session.ts';
import { connectedSince } from './connected-since.ts';

const OPENED = Date.parse('2026-11-16T09:00:00Z');
const LATER = '2026-11-16T09:00:05.000Z';
const old = aSession('old');

describe('connectedSince', () => {
  it.each([
    ['nothing', [], {}],
    ['only the last client, from before', [old], { last: 'old' }],
    [
      'a client whose session just began, without a call',
      [aSession('new', { start_time: LATER }), old],
      { now: 'new', last: 'new' },
    ],
    [
      'a client that went on with its session',
      [aSession('back', { last_activity: LATER })],
      { now: 'back', last: 'back' },
    ],
    ['no client in a call from the page', [aSession('page', { start_time: LATER, mode: 'web' }), old], { last: 'old' }],
  ] as const)('finds %s', (_what, sessions, found) => {
    const { now, last } = connectedSince(sessions, OPENED);
    expect({ now: now?.id, last: last?.id }).toEqual({ now: undefined, last: undefined, ...found });
  });
});
