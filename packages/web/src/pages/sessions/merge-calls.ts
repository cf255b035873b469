import type { ToolCall, ToolCallList } from '@toolmark/api-contract';

/** The loaded calls of one session. */
export interface KnownCalls {
  /** Oldest first. */
  readonly calls: readonly ToolCall[];
  /** The number of calls of the session, loaded or not. */
  readonly total: number;
}

export type AskCalls = (query: {
  readonly limit: number;
  readonly cursor: string | undefined;
}) => Promise<ToolCallList>;

interface Limits {
  /** The page size. */
  readonly page: number;
  /** The limit of loaded calls: the newest are kept. */
  readonly most: number;
}

/**
 * Loads new calls: from the newest back to the last call that is known and has ended.
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
  // The loaded pages reach from the newest call back without gaps, so all others are older.
  return { calls: [...rest, ...[...news.values()].reverse()].slice(-most), total };
}
