import { ok, type Result } from '@toolmark/annotations';
import { type Session, type SessionList, sessionListSchema } from '@toolmark/api-contract';
import type { GatewayClient, Refusal } from '../gateway-client.ts';

/** Several pages, joined. */
export interface ListedSessions {
  readonly list: SessionList;
  /** The same, with fields that this version does not know. */
  readonly json: unknown;
}

/** The most that a gateway hands out at once. */
const PAGE = 100;

/** The newest sessions that match, up to a limit. */
export async function listSessions(
  gateway: GatewayClient,
  filter: URLSearchParams,
  limit: number,
): Promise<Result<ListedSessions, Refusal>> {
  // By id: a session that begins between two pages moves the last one of the first onto the second.
  const found = new Map<string, { readonly session: Session; readonly json: unknown }>();
  const query = new URLSearchParams(filter);
  for (let offset = 0; ; offset += PAGE) {
    query.set('limit', String(Math.min(PAGE, limit - found.size)));
    query.set('offset', String(offset));
    const answer = await gateway.request('GET', `/sessions?${query}`, sessionListSchema);
    if (!answer.ok) return answer;
    const { value: page, json: raw } = answer.value;
    const rawSessions = (raw as { readonly sessions: readonly unknown[] }).sessions;
    for (const [index, session] of page.sessions.entries()) {
      found.set(session.id, { session, json: rawSessions[index] });
    }
    if (page.sessions.length < PAGE || found.size >= limit) {
      const whole = { total: page.total, limit, offset: 0 };
      return ok({
        list: { sessions: [...found.values()].map(({ session }) => session), ...whole },
        json: { ...(raw as object), ...whole, sessions: [...found.values()].map(({ json }) => json) },
      });
    }
  }
}
