import type { CallMode, Session, SessionEndReason } from '@toolmark/api-contract';
import type { Era } from '@toolmark/base';
import type { Kysely } from 'kysely';
import type { Schema, SessionsTable } from '../schema.ts';
import type { SessionFilter, StoreReader } from '../store.ts';
import { parseSessionCursor, type SessionPlace, toSessionCursor } from './session-cursor.ts';

/** Sessions, last started first. */
export function createSessions(db: Kysely<Schema>, now: () => number): StoreReader['sessions'] {
  return async (filter, { limit, offset, cursor }) => {
    const matching = whereFits(db, filter);
    const place = cursor === undefined ? undefined : placeOf(cursor);
    const counted = await matching.select(({ fn }) => fn.countAll().as('sessions')).executeTakeFirst();
    // One more than the page, to detect a next page.
    const found = await (place === undefined ? matching.offset(offset) : after(matching, place))
      .selectAll()
      .orderBy('start_time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const servers = await serversOf(db, rows);
    const at = now();
    return {
      sessions: rows.map((row) => toSession(row, servers.get(row.id) ?? [], at)),
      total: Number(counted?.sessions ?? 0),
      limit,
      offset: place === undefined ? offset : 0,
      next_cursor: last !== undefined && found.length > limit ? toSessionCursor(last) : null,
    };
  };
}

export function createSession(db: Kysely<Schema>, now: () => number): StoreReader['session'] {
  return async (id) => {
    const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const servers = await serversOf(db, [row]);
    return toSession(row, servers.get(id) ?? [], now());
  };
}

function whereFits(db: Kysely<Schema>, { status, clientName, from, to, isUsed }: SessionFilter) {
  let query = db.selectFrom('sessions');
  if (status !== undefined) query = query.where('status', '=', status);
  if (clientName !== undefined) query = query.where('client_name', '=', clientName);
  if (from !== undefined) query = query.where('start_time', '>=', Math.ceil(from));
  if (to !== undefined) query = query.where('start_time', '<', Math.ceil(to));
  if (isUsed === true) query = query.where((eb) => eb.or([eb('status', '=', 'active'), eb('tool_call_count', '>', 0)]));
  return query;
}

/** Callers validate with `parseSessionCursor`. Repeating the first page would be worse than an error. */
function placeOf(cursor: string): SessionPlace {
  const place = parseSessionCursor(cursor);
  if (place === undefined) throw new RangeError('This is not a cursor of a list of sessions.');
  return place;
}

/** Those after a position, whether its session still exists or not. */
function after(query: ReturnType<typeof whereFits>, { start_time, id }: SessionPlace) {
  return query.where((eb) =>
    eb.or([eb('start_time', '<', start_time), eb.and([eb('start_time', '=', start_time), eb('id', '<', id)])]),
  );
}

async function serversOf(
  db: Kysely<Schema>,
  sessions: readonly Pick<SessionsTable, 'id'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const servers = new Map<string, string[]>(sessions.map(({ id }) => [id, []]));
  if (servers.size === 0) return servers;
  const rows = await db
    .selectFrom('session_servers')
    .select(['session_id', 'server'])
    .where('session_id', 'in', [...servers.keys()])
    .execute();
  // Sorted here, because engines differ in text order.
  for (const { session_id, server } of rows) servers.get(session_id)?.push(server);
  for (const names of servers.values()) names.sort();
  return servers;
}

/** These columns only hold names that the recorder wrote. */
function toSession(row: SessionsTable, servers: readonly string[], now: number): Session {
  return {
    id: row.id,
    client_name: row.client_name,
    client_version: row.client_version,
    status: row.status as Session['status'],
    start_time: toMoment(row.start_time),
    end_time: toMomentOrNull(row.end_time),
    end_reason: row.end_reason as SessionEndReason | null,
    last_activity: toMoment(row.last_activity),
    // After a clock reset, the duration is 0 rather than negative.
    duration_ms: Math.max(0, Math.round((row.end_time ?? now) - row.start_time)),
    tool_call_count: row.tool_call_count,
    total_tokens: row.input_tokens + row.output_tokens,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    menu_tokens: row.menu_tokens,
    discovery_tokens: row.discovery_tokens,
    listing_tokens: row.listing_tokens,
    saved_tokens: savedTokens(row),
    calls_by_class: { read: row.read_calls, additive: row.additive_calls, destructive: row.destructive_calls },
    error_count: row.error_count,
    approval_count: row.approval_count,
    servers,
    risk: {
      private_data_read: toMomentOrNull(row.private_data_read),
      untrusted_content_seen: toMomentOrNull(row.untrusted_content_seen),
      open_world_write: toMomentOrNull(row.open_world_write),
    },
    conversation: row.conversation,
    era: row.era as Era | null,
    mode: row.mode as CallMode,
  };
}

/** Only sessions that searched saved the list. */
function savedTokens({ mode, listing_tokens, menu_tokens, discovery_tokens }: SessionsTable): number {
  return mode === 'search' || discovery_tokens > 0 ? listing_tokens - menu_tokens - discovery_tokens : 0;
}

const toMoment = (ms: number): string => new Date(ms).toISOString();

const toMomentOrNull = (ms: number | null): string | null => (ms === null ? null : toMoment(ms));
