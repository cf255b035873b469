import type { ToolCall, ToolCallList } from '@toolmark/api-contract';

/** A part of the list, as it came. Parts far from what is in sight forget their calls and keep their place. */
interface CallPage {
  /** With which it is asked for; `null` for the newest calls. */
  readonly cursor: string | null;
  readonly count: number;
  readonly calls: readonly ToolCall[] | undefined;
}

/** What is known of all calls that match, from the newest on. */
export interface CallPages {
  readonly pages: readonly CallPage[];
  /** For what follows; `null` at the end. */
  readonly next: string | null;
  readonly total: number;
  readonly isExact: boolean;
}

/** How many calls are asked for at once. */
export const PAGE = 200;

/** Parts further than this from what is in sight are forgotten: about 1,600 calls are in memory, however many were seen. */
const KEPT = 3;

/** What follows is asked for when the end is this near. */
const AHEAD = 150;

export const NO_PAGES: CallPages = { pages: [], next: null, total: 0, isExact: true };

/** A list that begins anew. */
export function startPages(list: ToolCallList): CallPages {
  return {
    pages: [{ cursor: null, count: list.tool_calls.length, calls: list.tool_calls }],
    next: list.next_cursor,
    total: list.total,
    isExact: list.total_is_exact,
  };
}

/** What follows the end. An answer to another question than the last changes nothing. */
export function appendPage(known: CallPages, cursor: string, list: ToolCallList): CallPages {
  if (known.next !== cursor) return known;
  const page = { cursor, count: list.tool_calls.length, calls: list.tool_calls };
  return { ...known, pages: [...known.pages, page], next: list.next_cursor };
}

/** A part that was forgotten, or is told anew. Where calls were deleted meanwhile it is shorter. */
export function fillPage(known: CallPages, cursor: string, list: ToolCallList): CallPages {
  const pages = known.pages.map((page) =>
    page.cursor === cursor ? { cursor, count: list.tool_calls.length, calls: list.tool_calls } : page,
  );
  return { ...known, pages };
}

/**
 * The newest calls, asked for again while somebody looks further down: what is known is updated where it stands, nothing moves, and
 * what is new is only counted.
 *
 * @example
 * countNews(pages, list) // { pages, news: 3, isMore: false }
 */
export function countNews(
  known: CallPages,
  list: ToolCallList,
): { readonly pages: CallPages; readonly news: number; readonly isMore: boolean } {
  const fresh = new Map(list.tool_calls.map((call) => [call.id, call]));
  const first = known.pages[0]?.calls?.[0];
  const at = first === undefined ? -1 : list.tool_calls.findIndex(({ id }) => id === first.id);
  // Where the newest known call is not among them, it may have been deleted, or more are new than were told.
  const news = at >= 0 ? at : list.tool_calls.filter((call) => first === undefined || isNewer(call, first)).length;
  return {
    pages: { ...updateCalls(known, fresh), total: list.total, isExact: list.total_is_exact },
    news,
    isMore: at < 0 && news === list.tool_calls.length && list.next_cursor !== null,
  };
}

const isNewer = (one: ToolCall, other: ToolCall): boolean => one.started_at > other.started_at;

/** Puts what is known by now where it stands. Parts without any of it stay the same object. */
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

/** What an event tells of a call that has ended. */
export interface CallEnd {
  readonly id: string;
  readonly status: ToolCall['status'];
  readonly duration_ms: number | null;
  readonly error_message: string | null;
}

/** Ends calls that ran; what else is to be known of them is asked for. */
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

/** Which parts hold any of these calls; asked for by their cursor. The newest are asked for anyway. */
export function pagesWith(known: CallPages, isMeant: (call: ToolCall) => boolean): readonly string[] {
  return known.pages.flatMap(({ cursor, calls }) => (cursor !== null && calls?.some(isMeant) === true ? [cursor] : []));
}

/** What is to be asked for now that these rows are in sight: parts that were forgotten, and what follows the end. */
export function missingPages(
  known: CallPages,
  first: number,
  last: number,
): { readonly refill: readonly string[]; readonly isEndNear: boolean } {
  const near = nearPages(known, first, last, 1);
  const refill = known.pages.flatMap(({ cursor, calls }, at) =>
    calls === undefined && cursor !== null && near(at) ? [cursor] : [],
  );
  return { refill, isEndNear: known.next !== null && last >= countOf(known) - AHEAD };
}

/** Forgets calls far from what is in sight. The newest stay: they are what everything is compared with. */
export function forgetFar(known: CallPages, first: number, last: number): CallPages {
  const near = nearPages(known, first, last, KEPT);
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

/** As the rows of a list: `undefined` where a call was forgotten. */
export function toRows({ pages }: CallPages): readonly (ToolCall | undefined)[] {
  return pages.flatMap(
    ({ calls, count }): readonly (ToolCall | undefined)[] => calls ?? new Array<undefined>(count).fill(undefined),
  );
}
