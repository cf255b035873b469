import { err, type Result } from '@toolmark/annotations';
import { type Session, sessionSchema } from '@toolmark/api-contract';
import type { Answer, GatewayClient, Refusal } from '../gateway-client.ts';
import { toCount } from '../text/amounts.ts';
import { ambiguousId, idTooShort } from '../text/short-ids.ts';
import { listSessions } from './list.ts';

/** A gateway keeps 100 by default. */
const MAX_CANDIDATES = 1_000;

/** Finds a session by its id or the start of it. */
export async function findSession(text: string, gateway: GatewayClient): Promise<Result<Answer<Session>, Refusal>> {
  const little = idTooShort(text);
  if (little !== undefined) return err({ status: undefined, message: little });
  const get = (id: string) => gateway.request('GET', `/sessions/${encodeURIComponent(id)}`, sessionSchema);
  const exact = await get(text);
  if (exact.ok || (exact.error.status !== 404 && exact.error.status !== 400)) return exact;
  const found = await listSessions(gateway, new URLSearchParams(), MAX_CANDIDATES);
  if (!found.ok) return found;
  const { sessions, total } = found.value.list;
  const ids = sessions.map(({ id }) => id).filter((id) => id.startsWith(text.toLowerCase()));
  const [id] = ids;
  if (ids.length > 1) return err({ status: 404, message: ambiguousId(text, ids, sessions.length >= total) });
  if (sessions.length < total) {
    const message = `'${text}' does not match exactly one of the ${toCount(sessions.length)} newest sessions. Give the whole id.`;
    return err({ status: 404, message });
  }
  return id === undefined ? exact : await get(id);
}
