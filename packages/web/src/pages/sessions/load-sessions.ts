import type { Session, SessionList } from '@toolmark/api-contract';

/** The API's page size limit. */
const PAGE = 100;

/** Fetches one page; `cursor` is the end of the previous page. */
export type AskSessions = (query: {
  readonly limit: number;
  readonly cursor: string | undefined;
}) => Promise<SessionList>;

export interface LoadedSessions {
  readonly sessions: readonly Session[];
  readonly total: number;
  readonly hasMore: boolean;
}

export interface Wanted {
  /** At least this many. */
  readonly count: number;
  /** At least down to this session, which is on screen: new sessions must not push it out. */
  readonly downTo: Pick<Session, 'start_time'> | undefined;
}

/**
 * Loads the sessions to show, newest first, page by page. Each page starts at the cursor of the previous one, so none
 * is duplicated or skipped when new sessions start meanwhile.
 *
 * @example
 * await loadSessions(ask, { count: 50, downTo: shown.at(-1) })
 */
export async function loadSessions(ask: AskSessions, { count, downTo }: Wanted): Promise<LoadedSessions> {
  const sessions: Session[] = [];
  let cursor: string | undefined;
  for (;;) {
    const missing = count - sessions.length;
    const page = await ask({ limit: Math.min(PAGE, missing > 0 ? missing : PAGE), cursor });
    sessions.push(...page.sessions);
    const { next_cursor: next, total } = page;
    const last = page.sessions.at(-1);
    if (next === null || last === undefined) return { sessions, total, hasMore: false };
    const isDown = downTo === undefined || last.start_time <= downTo.start_time;
    if (sessions.length >= count && isDown) return { sessions, total, hasMore: true };
    cursor = next;
  }
}

/**
 * The clients for the filter with their number of loaded sessions; always includes the chosen ones.
 *
 * @example
 * clientsOf(sessions, ['cursor']) // [{ name: 'claude-code', count: 2 }, { name: 'cursor', count: 0 }]
 */
export function clientsOf(
  sessions: readonly Pick<Session, 'client_name'>[],
  chosen: readonly string[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map(chosen.map((name) => [name, 0]));
  for (const { client_name: name } of sessions)
    if (name !== null && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
