import type { Session, SessionList } from '@toolmark/api-contract';

/** As many as the gateway hands out at once. */
const PAGE = 100;

/** Asks for one page; `cursor` is the end of the page before. */
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
  /** At least so many. */
  readonly count: number;
  /** Down to this one, which was shown before: what begins meanwhile pushes nothing out of sight. */
  readonly downTo: Pick<Session, 'start_time'> | undefined;
}

/**
 * Everything that is to be shown, the newest first, page by page. Each page begins where the one before ended, so that nothing is
 * shown twice or left out whatever begins meanwhile.
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
 * The clients that can be filtered for, each with how many sessions of it are known; the one that is filtered for is always among
 * them.
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
