import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCursor } from '../../../../record/src/store/read/cursor.ts';
import { CALL_FILTERS, CALL_PAGE, SESSION_FILTER, toCallFilter, toPage } from './call-query.ts';
import { parseQuery } from './query.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const HOUR = 3_600_000;
const CURSOR = toCursor(NOW * 2_048);

const parse = (query: string) => {
  const parameters = new URLSearchParams(query);
  const given = Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
  return parseQuery({ ...SESSION_FILTER, ...CALL_FILTERS, ...CALL_PAGE }, given);
};

const filterOf = (query: string) => {
  const parsed = parse(query);
  return parsed.ok ? toCallFilter(parsed.value, parsed.value.session_id, NOW) : parsed;
};

const problemsOf = (query: string) => {
  const filter = filterOf(query);
  return filter.ok ? [] : filter.error.map(({ path, message }) => `${path} ${message}`);
};

describe('call filters', () => {
  it.each<[string, object]>([
    ['', {}],
    ['session_id=s1', { sessionId: 's1' }],
    ['server=notes', { servers: ['notes'] }],
    ['server=notes&server=issues', { servers: ['notes', 'issues'] }],
    ['status=ok,error&status=denied', { statuses: ['ok', 'error', 'denied'] }],
    ['class=read,destructive&decision=ask', { classes: ['read', 'destructive'], decisions: ['ask'] }],
    ['from=24h&to=30m', { from: NOW - 24 * HOUR, to: NOW - HOUR / 2 }],
    ['from=7d', { from: NOW - 7 * 24 * HOUR }],
    ['from=2w&to=90s', { from: NOW - 14 * 24 * HOUR, to: NOW - 90_000 }],
    ['from=2026-11-15T10:00:00Z', { from: NOW - 2 * HOUR }],
    ['from=2026-11-15T10:00:00.250%2B02:00', { from: NOW - 4 * HOUR + 250 }],
    ['from=2026-11-15', { from: NOW - 12 * HOUR }],
    ['q=hello+%22two+words%22', { q: 'hello "two words"' }],
    ['q=inv*', { q: 'inv*' }],
  ])('?%s', (query, expected) => expect(filterOf(query)).toEqual({ ok: true, value: expected }));

  it('match a name with a comma too', () => {
    expect(filterOf('tool=read,write')).toEqual({ ok: true, value: { tools: ['read', 'write', 'read,write'] } });
  });

  it.each<[string, readonly string[]]>([
    ['from=yesterday', ['from must be a time such as 2026-11-15T12:00:00Z, or a duration ago such as 30m, 24h or 7d']],
    ['from=2026-11-15T10:00:00', [expect.stringContaining('from must be a time')]],
    ['from=2026-02-30', [expect.stringContaining('from must be a time')]],
    ['to=-5h', [expect.stringContaining('to must be a time')]],
    ['from=1h&to=2h', ['from must be before to']],
    ['from=1h&to=1h', ['from must be before to']],
    ['status=done', ['status must be one of: running, ok, error, denied, expired, cancelled, interrupted']],
    ['class=read,', ['class must not be empty']],
    ['server=', ['server must not be empty']],
    [
      'q=&session_id=&from=&limit=&offset=&cursor=&status=',
      ['session_id', 'status', 'from', 'q', 'limit', 'offset', 'cursor'].map((name) => `${name} must not be empty`),
    ],
    ['q=%20%20', ['q has no word to look for']],
    ['q=%22%22%20-', ['q has no word to look for']],
    ['q=in*', ['q needs at least 3 characters before *']],
    ['q=!&from=1h&to=2h', ['from must be before to', 'q has no word to look for']],
    ['q=a&q=b', ['q may be given once']],
    [`q=${'x'.repeat(201)}`, ['q must have at most 200 characters']],
    [`server=${Array.from({ length: 51 }, (_, index) => `s${index}`).join()}`, ['server may have at most 50 values']],
    ['limit=0', ['limit must be at least 1']],
    ['limit=1001&offset=-1', ['limit must be at most 1000', 'offset must be a whole number']],
    ['offset=99999999999', ['offset must be at most 1000000000']],
    [`offset=${'9'.repeat(400)}`, ['offset must be at most 1000000000']],
    ['constructor=1', [expect.stringContaining('constructor is not a parameter here; use: session_id, server,')]],
    ['session=1', [expect.stringContaining('session is not a parameter here')]],
  ])('?%s is rejected', (query, problems) => expect(problemsOf(query)).toEqual(problems));

  it.each<[string, object]>([
    ['', { ok: true, value: { limit: 50, offset: 0 } }],
    ['limit=1000&offset=7', { ok: true, value: { limit: 1_000, offset: 7 } }],
    [`cursor=${CURSOR}`, { ok: true, value: { limit: 50, offset: 0, cursor: CURSOR } }],
    ['cursor=abc', { ok: false, error: [{ path: 'cursor', message: expect.stringContaining('is invalid') }] }],
    [
      'cursor=abc&offset=0',
      { ok: false, error: [{ path: 'cursor', message: 'may not be given together with offset' }] },
    ],
  ])('page ?%s', (query, expected) => {
    const parsed = parse(query);
    expect(parsed.ok && toPage(parsed.value)).toEqual(expected);
  });

  it('accept any text without throwing, and yield only valid times', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        const parsed = parseQuery({ from: CALL_FILTERS.from }, { [name]: [value], from: [value] });
        if (parsed.ok) expect(Number.isFinite(parsed.value.from?.(NOW))).toBe(true);
        else expect(parsed.error.length).toBeGreaterThan(0);
      }),
    );
  });

  it('keep every time exactly', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        const parsed = parseQuery({ from: CALL_FILTERS.from }, { from: [date.toISOString()] });
        expect(parsed.ok && parsed.value.from?.(NOW)).toBe(date.getTime());
      }),
    );
  });
});
