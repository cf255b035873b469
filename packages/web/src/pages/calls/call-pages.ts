import type { ToolCall, ToolCallList } from '@toolmark/api-contract';

/** One page of the list. Pages far from the viewport are unloaded but keep their height. */
interface CallPage {
  /** The cursor that loads this page; `null` for the newest calls. */
  readonly cursor: string | null;
  readonly count: number;
  readonly calls: readonly ToolCall[] | undefined;
}

/** The loaded pages of the matching calls, newest first. */
export interface CallPages {
  readonly pages: readonly CallPage[];
  /** The cursor of the next page; `null` at the end. */
  readonly next: string | null;
  readonly total: number;
  readonly isExact: boolean;
}

/** The page size. */
export const PAGE = 200;

/** Pages farther than this from the viewport are unloaded, which keeps about 1,600 calls in memory. */
const KEPT_PAGES = 3;

/** Load the next page when the end is this close. */
const LOAD_AHEAD_ROWS = 150;

export const NO_PAGES: CallPages = { pages: [], next: null, total: 0, isExact: true };

/** Starts a new list. */
export function startPages(list: ToolCallList): CallPages {
  return {
    pages: [{ cursor: null, count: list.tool_calls.length, calls: list.tool_calls }],
    next: list.next_cursor,
    total: list.total,
    isExact: list.total_is_exact,
  };
}

/** Appends the next page. Ignores an answer to any but the latest request. */
export function appendPage(known: CallPages, cursor: string, list: ToolCallList): CallPages {
  if (known.next !== cursor) return known;
  const page = { cursor, count: list.tool_calls.length, calls: list.tool_calls };
  return { ...known, pages: [...known.pages, page], next: list.next_cursor };
}

/** Fills an unloaded page, or updates a loaded one. It becomes shorter if calls were deleted. */
export function fillPage(known: CallPages, cursor: string, list: ToolCallList): CallPages {
  const pages = known.pages.map((page) =>
    page.cursor === cursor ? { cursor, count: list.tool_calls.length, calls: list.tool_calls } : page,
  );
  return { ...known, pages };
}

/**
 * Merges a refetch of the newest calls while the user has scrolled down: known calls are updated in place, new ones are
 * only counted.
 *
 * @example
 * mergeNewest(pages, list) // { pages, news: 3, isMore: false }
 */
export function mergeNewest(
  known: CallPages,
  list: ToolCallList,
): { readonly pages: CallPages; readonly news: number; readonly isMore: boolean } {
  const fresh = new Map(list.tool_calls.map((call) => [call.id, call]));
  const first = known.pages[0]?.calls?.[0];
  const at = first === undefined ? -1 : list.tool_calls.findIndex(({ id }) => id === first.id);
  // The newest known call is missing: it was deleted, or there are more new calls than one page holds.
  const news = at >= 0 ? at : list.tool_calls.filter((call) => first === undefined || isNewer(call, first)).length;
  return {
    pages: { ...updateCalls(known, fresh), total: list.total, isExact: list.total_is_exact },
    news,
    isMore: at < 0 && news === list.tool_calls.length && list.next_cursor !== null,
  };
}

const isNewer = (one: ToolCall, other: ToolCall): boolean => one.started_at > other.started_at;

/** Updates known calls in place. Pages without any of them stay the same object. */
export function updateCalls(known: CallPages, fresh: ReadonlyMap<string, ToolCall>): CallPages {
  if (fresh.size === 0) return known;
  let isSame = true;
  const pages = known.pages.map((page) => {
    if (page.calls?.some(({ id }) => fresh.has(id)) !== true) return page;
    isSame = false;
    return { ...page, calls: page.calls.map((call) => fresh.get(call.id) ?? call) };
  });
  return isSame ? known : { ...known, pages };
}

/** The fields that an event carries about a call that ended. */
export interface CallEnd {
  readonly id: string;
  readonly status: ToolCall['status'];
  readonly duration_ms: number | null;
  readonly error_message: string | null;
}

/** Marks running calls as ended; all other fields come with the next refetch. */
export function endCalls(known: CallPages, ends: ReadonlyMap<string, CallEnd>): CallPages {
  const fresh = new Map<string, ToolCall>();
  for (const { calls = [] } of known.pages) {
    for (const call of calls) {
      const end = call.status === 'running' ? ends.get(call.id) : undefined;
      if (end === undefined) continue;
      const { status, duration_ms, error_message } = end;
      fresh.set(call.id, {
        ...call,
        status,
        duration_ms,
        error: error_message === null ? null : { code: null, message: error_message },
      });
    }
  }
  return updateCalls(known, fresh);
}

/** The cursors of pages that hold any of these calls. The newest page is refetched anyway. */
export function pagesWith(known: CallPages, isMeant: (call: ToolCall) => boolean): readonly string[] {
  return known.pages.flatMap(({ cursor, calls }) => (cursor !== null && calls?.some(isMeant) === true ? [cursor] : []));
}

/** The cursors to load for the visible rows: unloaded pages, and the page after the end. */
export function missingPages(
  known: CallPages,
  first: number,
  last: number,
): { readonly refill: readonly string[]; readonly isEndNear: boolean } {
  const near = nearPages(known, first, last, 1);
  const refill = known.pages.flatMap(({ cursor, calls }, at) =>
    calls === undefined && cursor !== null && near(at) ? [cursor] : [],
  );
  return { refill, isEndNear: known.next !== null && last >= countOf(known) - LOAD_AHEAD_ROWS };
}

/** Unloads pages far from the viewport. The newest page stays, because new calls are compared with it. */
export function unloadDistantPages(known: CallPages, first: number, last: number): CallPages {
  const near = nearPages(known, first, last, KEPT_PAGES);
  const isFar = (page: CallPage, at: number): boolean => page.cursor !== null && page.calls !== undefined && !near(at);
  if (!known.pages.some(isFar)) return known;
  return { ...known, pages: known.pages.map((page, at) => (isFar(page, at) ? { ...page, calls: undefined } : page)) };
}

function nearPages(known: CallPages, first: number, last: number, distance: number): (at: number) => boolean {
  let start = 0;
  const seen = known.pages.flatMap(({ count }, at) => {
    const isSeen = start <= last && start + count > first;
    start += count;
    return isSeen ? [at] : [];
  });
  const from = (seen[0] ?? 0) - distance;
  const to = (seen.at(-1) ?? 0) + distance;
  return (at) => at >= from && at <= to;
}

const countOf = ({ pages }: CallPages): number => pages.reduce((sum, { count }) => sum + count, 0);

/** The rows of the list: `undefined` for an unloaded call. */
export function toRows({ pages }: CallPages): readonly (ToolCall | undefined)[] {
  return pages.flatMap(
    ({ calls, count }): readonly (ToolCall | undefined)[] => calls ?? new Array<undefined>(count).fill(undefined),
  );
}
