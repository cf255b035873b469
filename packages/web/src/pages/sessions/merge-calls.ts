import type { ToolCall, ToolCallList } from '@toolmark/api-contract';

/** Calls of one session, as far as they are known. */
export interface KnownCalls {
  /** The oldest first. */
  readonly calls: readonly ToolCall[];
  /** Of the session, whether they are known or not. */
  readonly total: number;
}

export type AskCalls = (query: {
  readonly limit: number;
  readonly cursor: string | undefined;
}) => Promise<ToolCallList>;

interface Limits {
  /** Of a page. */
  readonly page: number;
  /** More are not held: the newest count. */
  readonly most: number;
}

/**
 * Asks for what is new: from the newest back to what is known and will not change any more.
 *
 * @example
 * known = await mergeCalls(ask, known, { page: 200, most: 5_000 });
 */
export async function mergeCalls(
  ask: AskCalls,
  known: KnownCalls | undefined,
  { page, most }: Limits,
): Promise<KnownCalls> {
  const old = known?.calls ?? [];
  const seen = new Set(old.map(({ id }) => id));
  const unsettled = old.find(({ status }) => status === 'running');
  const news = new Map<string, ToolCall>();
  let cursor: string | undefined;
  let total = 0;
  for (;;) {
    const { tool_calls: calls, next_cursor: next, total: counted } = await ask({ limit: Math.min(page, most), cursor });
    total = counted;
    for (const call of calls) news.set(call.id, call);
    const isKnown = calls.some(({ id }) => seen.has(id)) && (unsettled === undefined || news.has(unsettled.id));
    if (next === null || news.size >= most || isKnown) break;
    cursor = next;
  }
  const rest = old.filter(({ id }) => !news.has(id));
  // What was told now reaches from the newest back without a hole: all others are older.
  return { calls: [...rest, ...[...news.values()].reverse()].slice(-most), total };
}
