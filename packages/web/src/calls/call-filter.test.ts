import { describe, expect, it } from 'vitest';
import {
  type CallFilter,
  callRoute,
  callsRoute,
  isFiltered,
  isOnlySession,
  NO_FILTER,
  parseFilter,
  toApiQuery,
  toLocationQuery,
} from './call-filter.ts';

const FULL: CallFilter = {
  sessionId: 's-1',
  q: 'invoice "quarterly report"',
  server: ['notes', 'a,b'],
  tool: ['delete_note'],
  class: ['destructive', 'additive'],
  status: ['error', 'running'],
  decision: ['ask'],
  from: '2026-11-16T08:00:00.000Z',
  to: '2026-11-16T09:00:00.000Z',
};

describe('a filter in the URL', () => {
  it.each([
    ['with everything', FULL],
    ['empty', NO_FILTER],
    ['with a time span', { ...NO_FILTER, from: '24h' }],
    ['with one class', { ...NO_FILTER, class: ['read'] as const }],
  ])('%s survives a round trip', (_, filter) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(toLocationQuery(filter))) {
      for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
    }
    const query = Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
    expect(parseFilter(query)).toEqual(filter);
  });

  it('is not written if it is empty', () => {
    expect(toLocationQuery(NO_FILTER)).toEqual({});
  });

  it.each([
    ['unknown values', { class: ['read', 'purple'], status: 'fine', decision: 'maybe' }, { class: ['read'] }],
    ['empty values', { q: ' ', server: ['', null], sessionId: null }, {}],
    ['the same value twice', { tool: ['a', 'a'] }, { tool: ['a'] }],
    ['a value longer than the gateway accepts', { q: 'x'.repeat(201) }, {}],
    [
      'more values than the gateway accepts',
      { server: Array.from({ length: 60 }, (_, at) => `s${at}`) },
      { server: Array.from({ length: 50 }, (_, at) => `s${at}`) },
    ],
    ['an invalid time', { from: 'yesterday', to: '2026-11-16' }, {}],
    ['a time without its offset', { from: '2026-11-16T08:00' }, {}],
    ['a day that does not exist', { from: '2026-13-40' }, {}],
    ['only the end of a span', { to: '2026-11-16T08:00:00Z' }, { to: '2026-11-16T08:00:00Z' }],
    ['an invalid end', { from: '1h', to: 'later' }, {}],
    ['parameters with commas', { class: 'read,additive' }, { class: ['read', 'additive'] }],
    ["the API's name of a parameter", { session_id: 's-1' }, { sessionId: 's-1' }],
    ['unknown parameters', { colour: 'red' }, {}],
  ])('forgives %s', (_, query, filter) => {
    expect(parseFilter(query)).toEqual({ ...NO_FILTER, ...filter });
  });
});

it("is sent to the gateway under the API's names", () => {
  expect(toApiQuery(FULL)).toEqual({
    session_id: 's-1',
    q: 'invoice "quarterly report"',
    server: ['notes', 'a,b'],
    tool: ['delete_note'],
    class: ['destructive', 'additive'],
    status: ['error', 'running'],
    decision: ['ask'],
    from: '2026-11-16T08:00:00.000Z',
    to: '2026-11-16T09:00:00.000Z',
  });
});

it.each([
  [NO_FILTER, false, false],
  [{ ...NO_FILTER, sessionId: 's' }, true, true],
  [{ ...NO_FILTER, sessionId: 's', q: 'x' }, true, false],
  [{ ...NO_FILTER, to: '1h' }, true, false],
])('%o is a filter: %s, only by session: %s', (filter, filters, onlySession) => {
  expect([isFiltered(filter), isOnlySession(filter)]).toEqual([filters, onlySession]);
});

it('links to the calls, and to one of them', () => {
  expect(callsRoute({ sessionId: 's' })).toEqual({ name: 'calls', params: { id: '' }, query: { sessionId: 's' } });
  expect(callsRoute()).toEqual({ name: 'calls', params: { id: '' }, query: {} });
  expect(callRoute('c', { ...NO_FILTER, class: ['read'] })).toEqual({
    name: 'calls',
    params: { id: 'c' },
    query: { class: ['read'] },
  });
});
