import { ok, type Result } from '@toolmark/annotations';
import { type Session, type SessionList, sessionListSchema } from '@toolmark/api-contract';
import type { GatewayClient, Refusal } from '../gateway-client.ts';

/** Several pages joined. */
export interface ListedSessions {
  readonly list: SessionList;
  /** The raw answer, including fields that this version does not know. */
  readonly json: unknown;
}

/** The API's page size limit. */
const PAGE = 100;

/** The newest matching sessions up to a limit, page by page. Cursors keep pages stable while new sessions start. */
export async function listSessions(
  gateway: GatewayClient,
  filter: URLSearchParams,
  limit: number,
): Promise<Result<ListedSessions, Refusal>> {
  const sessions: Session[] = [];
  const json: unknown[] = [];
  const query = new URLSearchParams(filter);
  for (;;) {
    query.set('limit', String(Math.min(PAGE, limit - sessions.length)));
    const answer = await gateway.request('GET', `/sessions?${query}`, sessionListSchema);
    if (!answer.ok) return answer;
    const { value: page, json: raw } = answer.value;
    sessions.push(...page.sessions);
    json.push(...(raw as { readonly sessions: readonly unknown[] }).sessions);
    const { next_cursor: cursor } = page;
    if (cursor === null || sessions.length >= limit || page.sessions.length === 0) {
      const whole = { ...page, limit, offset: 0 };
      return ok({ list: { ...whole, sessions }, json: { ...(raw as object), ...whole, sessions: json } });
    }
    query.set('cursor', cursor);
  }
}
