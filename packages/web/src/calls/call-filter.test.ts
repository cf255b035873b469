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

describe('a filter in an address', () => {
  it.each([
    ['of everything', FULL],
    ['of nothing', NO_FILTER],
    ['of a span', { ...NO_FILTER, from: '24h' }],
    ['of one class', { ...NO_FILTER, class: ['read'] as const }],
  ])('%s comes back as it was', (_, filter) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(toLocationQuery(filter))) {
      for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
    }
    const query = Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
    expect(parseFilter(query)).toEqual(filter);
  });

  it('of nothing is not written', () => {
    expect(toLocationQuery(NO_FILTER)).toEqual({});
  });

  it.each([
    [
      'values that there are not',
      { class: ['read', 'purple'], status: 'fine', decision: 'maybe' },
      { class: ['read'] },
    ],
    ['empty ones', { q: ' ', server: ['', null], sessionId: null }, {}],
    ['the same twice', { tool: ['a', 'a'] }, { tool: ['a'] }],
    ['what is longer than the gateway takes', { q: 'x'.repeat(201) }, {}],
    [
      'more than the gateway takes',
      { server: Array.from({ length: 60 }, (_, at) => `s${at}`) },
      { server: Array.from({ length: 50 }, (_, at) => `s${at}`) },
    ],
    ['a time that is none', { from: 'yesterday', to: '2026-11-16' }, {}],
    ['a time without its offset', { from: '2026-11-16T08:00' }, {}],
    ['a day that there is not', { from: '2026-13-40' }, {}],
    ['only the end of a span', { to: '2026-11-16T08:00:00Z' }, { to: '2026-11-16T08:00:00Z' }],
    ['an end that is none', { from: '1h', to: 'later' }, {}],
    ['parameters with commas', { class: 'read,additive' }, { class: ['read', 'additive'] }],
    ['the name of the API', { session_id: 's-1' }, { sessionId: 's-1' }],
    ['what it does not know', { colour: 'red' }, {}],
  ])('forgives %s', (_, query, filter) => {
    expect(parseFilter(query)).toEqual({ ...NO_FILTER, ...filter });
  });
});

it('is asked of the gateway by its names', () => {
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
])('%o filters: %s, only for a session: %s', (filter, filters, onlySession) => {
  expect([isFiltered(filter), isOnlySession(filter)]).toEqual([filters, onlySession]);
});

it('leads to calls, and to one beside them', () => {
  expect(callsRoute({ sessionId: 's' })).toEqual({ name: 'calls', params: { id: '' }, query: { sessionId: 's' } });
  expect(callsRoute()).toEqual({ name: 'calls', params: { id: '' }, query: {} });
  expect(callRoute('c', { ...NO_FILTER, class: ['read'] })).toEqual({
    name: 'calls',
    params: { id: 'c' },
    query: { class: ['read'] },
  });
});
