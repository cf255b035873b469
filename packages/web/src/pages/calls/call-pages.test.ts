import type { ToolCall, ToolCallList } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import {
  appendPage,
  type CallPages,
  endCalls,
  fillPage,
  mergeNewest,
  missingPages,
  NO_PAGES,
  PAGE,
  pagesWith,
  startPages,
  toRows,
  unloadDistantPages,
  updateCalls,
} from './call-pages.ts';

/** A call that started in this second. */
const call = (at: number, changes: Partial<ToolCall> = {}): ToolCall => ({
  id: `c${at}`,
  session_id: 's',
  server: 'notes',
  tool: 'read_note',
  title: 'Read Note',
  effective: null,
  class: 'read',
  decision: null,
  approval_id: null,
  attempts: 1,
  cached: false,
  status: 'ok',
  error: null,
  started_at: new Date(1_700_000_000_000 + at * 1_000).toISOString(),
  duration_ms: 5,
  metrics: { input_tokens: 1, output_tokens: 2, total_tokens: 3, encoding: 'o200k' },
  era: 'modern',
  client_name: 'claude-code',
  mode: 'direct',
  summary: '',
  ...changes,
});
const list = (calls: readonly ToolCall[], next: string | null = null, total = calls.length): ToolCallList => ({
  tool_calls: calls,
  total,
  total_is_exact: true,
  limit: PAGE,
  offset: 0,
  next_cursor: next,
});
/** Newest first. */
const run = (from: number, to: number): readonly ToolCall[] =>
  Array.from({ length: from - to + 1 }, (_, at) => call(from - at));
const ids = (pages: CallPages): readonly (string | undefined)[] => toRows(pages).map((row) => row?.id);

describe('paging', () => {
  const first = startPages(list(run(6, 5), 'p2', 6));
  const second = appendPage(first, 'p2', list(run(4, 3), 'p3', 6));

  it('appends the following page', () => {
    expect(ids(second)).toEqual(['c6', 'c5', 'c4', 'c3']);
    expect(second).toMatchObject({ next: 'p3', total: 6 });
  });

  it('ignores an answer that arrives twice or too late', () => {
    expect(appendPage(second, 'p2', list(run(4, 3), 'p3'))).toBe(second);
  });

  it('stops at the end', () => {
    expect(appendPage(second, 'p3', list(run(2, 1))).next).toBeNull();
  });

  it('there is nothing at first', () => {
    expect(toRows(NO_PAGES)).toEqual([]);
  });
});

describe('new calls while the user has scrolled down', () => {
  const known = appendPage(startPages(list(run(6, 5), 'p2', 6)), 'p2', list(run(4, 3), null, 6));

  it.each([
    ['none', run(6, 5), 0, false],
    ['two', run(8, 5), 2, false],
    ['more than one answer holds', run(400, 201), 200, true],
    [
      'one, if the newest known call was deleted and another one started with it',
      [call(8), call(6, { id: 'other' }), call(5)],
      1,
      false,
    ],
    ['two, if the newest known call was deleted', [call(8), call(7), call(5)], 2, false],
  ])('%s', (_, calls, news, isMore) => {
    const told = mergeNewest(known, list(calls, 'x', 99));
    expect(told).toMatchObject({ news, isMore, pages: { total: 99 } });
    expect(ids(told.pages)).toEqual(['c6', 'c5', 'c4', 'c3']);
  });

  it('all calls are new if none was known', () => {
    expect(mergeNewest(startPages(list([])), list(run(2, 1)))).toMatchObject({ news: 2, isMore: false });
  });

  it('updates known calls in place', () => {
    const running = startPages(list([call(2, { status: 'running' }), call(1)]));
    const told = mergeNewest(running, list([call(3), call(2), call(1)]));
    expect(toRows(told.pages)).toEqual([call(2), call(1)]);
  });
});

describe('calls that end', () => {
  const running = call(2, { status: 'running', duration_ms: null });
  const known = appendPage(startPages(list([call(3)], 'p2')), 'p2', list([running, call(1)]));

  it('are updated in place', () => {
    const end = { id: 'c2', status: 'error', duration_ms: 12, error_message: 'It broke.' } as const;
    expect(toRows(endCalls(known, new Map([['c2', end]])))).toEqual([
      call(3),
      { ...running, status: 'error', duration_ms: 12, error: { code: null, message: 'It broke.' } },
      call(1),
    ]);
  });

  it('leaves calls that had already ended unchanged', () => {
    const end = { id: 'c1', status: 'error', duration_ms: 1, error_message: null } as const;
    expect(endCalls(known, new Map([['c1', end]]))).toBe(known);
  });

  it('changes nothing for calls that are not loaded', () => {
    expect(updateCalls(known, new Map([['c9', call(9)]]))).toBe(known);
    expect(updateCalls(known, new Map())).toBe(known);
  });

  it('keeps the same object for pages without any of the calls', () => {
    const told = updateCalls(known, new Map([['c2', call(2)]]));
    expect(told.pages[0]).toBe(known.pages[0]);
  });

  it('finds the pages that hold the calls', () => {
    expect(pagesWith(known, ({ status }) => status === 'running')).toEqual(['p2']);
    expect(pagesWith(known, ({ id }) => id === 'c3')).toEqual([]);
  });
});

describe('pages in memory', () => {
  /** Ten pages of ten calls. */
  const long = Array.from({ length: 9 }, (_, at) => at + 1).reduce(
    (pages, at) => appendPage(pages, `p${at}`, list(run(100 - at * 10, 91 - at * 10), `p${at + 1}`, 500)),
    startPages(list(run(100, 91), 'p1', 500)),
  );
  const held = (pages: CallPages): string => pages.pages.map(({ calls }) => (calls === undefined ? '.' : '#')).join('');

  it.each([
    [0, 9, '####......'],
    [5, 10, '#####.....'],
    [50, 59, '#.#######.'],
    [45, 55, '#########.'],
    [95, 99, '#.....####'],
  ])('with rows %d to %d visible, keeps %s', (first, last, expected) => {
    expect(held(unloadDistantPages(long, first, last))).toBe(expected);
  });

  it('returns the same object if there is nothing to unload', () => {
    const short = startPages(list(run(3, 1)));
    expect(unloadDistantPages(short, 0, 2)).toBe(short);
  });

  it('keeps the place of an unloaded page', () => {
    const rows = toRows(unloadDistantPages(long, 95, 99));
    expect(rows).toHaveLength(100);
    expect([rows[9]?.id, rows[10], rows[59], rows[60]?.id]).toEqual(['c91', undefined, undefined, 'c40']);
  });

  it('loads an unloaded page when it is nearly visible, in its old place', () => {
    const far = unloadDistantPages(long, 95, 99);
    expect(missingPages(far, 60, 69).refill).toEqual(['p5']);
    expect(missingPages(far, 30, 39).refill).toEqual(['p2', 'p3', 'p4']);
    expect(toRows(fillPage(far, 'p5', list(run(50, 41))))[50]?.id).toBe('c50');
  });

  it('shortens a page from which calls were deleted', () => {
    expect(toRows(fillPage(long, 'p5', list(run(50, 44))))).toHaveLength(97);
  });

  it('loads the next page near the end, but not at the end of the list', () => {
    expect(missingPages(long, 0, 9).isEndNear).toBe(true);
    expect(missingPages({ ...long, next: null }, 90, 99).isEndNear).toBe(false);
    const longer = startPages(list(run(400, 1), 'p1'));
    expect([missingPages(longer, 0, 249).isEndNear, missingPages(longer, 0, 250).isEndNear]).toEqual([false, true]);
  });
});
