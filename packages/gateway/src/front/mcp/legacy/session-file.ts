import { isJsonObject } from '@toolmark/annotations';
import { type Clock, createStateFile, type JsonObject, type Log, type StateFile } from '@toolmark/base';
import * as z from 'zod';
import type { Entrance } from '../../../model/entrance.ts';
import { LOG_LEVELS, type LogLevelName } from '../../../model/log-level.ts';

/** A session as it is kept for the next start of the gateway: everything but the token of its client. */
interface KeptSession {
  readonly id: string;
  readonly principal: string;
  /** The id of the named token; `null` without one. */
  readonly grant: string | null;
  readonly door: string;
  readonly protocolVersion: string;
  readonly client: JsonObject | null;
  readonly capabilities: JsonObject;
  readonly logLevel: LogLevelName | null;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** The sessions of older clients, which survive a restart: the SDKs of these clients never send `initialize` again. */
export interface SessionFile {
  /** A session of an earlier start of the gateway. */
  readonly find: (id: string, entrance: Entrance) => KeptSession | undefined;
  readonly keep: (session: KeptSession) => void;
  readonly forget: (id: string) => void;
  /** Writes the last changes. */
  readonly close: () => Promise<void>;
}

/** A session that was not used for this long is not resumed. */
const KEPT_MS = 24 * 3_600_000;

/** Sessions in the file; those used least recently are dropped first. */
const MAX_KEPT = 500;

/** Of the client's own words in one session. A session with longer ones is not kept. */
const MAX_LENGTH = 16_384;

/** Changes within this time are written together. */
const WRITE_MS = 1_000;

interface SessionState {
  readonly version: 1;
  readonly sessions: readonly KeptSession[];
}

const jsonObject = z.custom<JsonObject>(isJsonObject);
const schema: z.ZodType<SessionState> = z.object({
  version: z.literal(1),
  sessions: z.array(
    z.object({
      id: z.string(),
      principal: z.string(),
      grant: z.string().nullable(),
      door: z.string(),
      protocolVersion: z.string(),
      client: jsonObject.nullable(),
      capabilities: jsonObject,
      logLevel: z.enum(LOG_LEVELS).nullable(),
      usedAt: z.number(),
    }),
  ),
});

/**
 * Opens the file. Without it the gateway works too, so an unreadable file is logged and left alone.
 *
 * @example
 * const kept = await openSessionFile(join(dataDir, 'sessions.json'), { clock: systemClock, log });
 */
export async function openSessionFile(
  path: string,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn' | 'error'> },
): Promise<SessionFile | undefined> {
  const opened = await createStateFile<SessionState>({ path, schema, empty: { version: 1, sessions: [] }, log, clock });
  if (opened.ok) return createSessionFile(opened.value, { clock, log });
  log.warn({}, `Sessions of clients will not survive a restart: ${opened.error}`);
  return undefined;
}

function createSessionFile(
  file: StateFile<SessionState>,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
): SessionFile {
  /** Changes that are not written yet; `undefined` for a session that ended. */
  const changes = new Map<string, KeptSession | undefined>();
  let stopTimer: (() => void) | undefined;

  const isFresh = ({ usedAt }: KeptSession): boolean => Math.abs(clock.now() - usedAt) < KEPT_MS;
  const write = async (): Promise<void> => {
    stopTimer?.();
    stopTimer = undefined;
    if (changes.size === 0) return;
    const written = new Map(changes);
    changes.clear();
    // Several gateways may share the file, so only the own changes are applied.
    const result = await file.update(({ sessions }) => ({
      version: 1,
      sessions: [
        ...sessions.filter((session) => !written.has(session.id)),
        ...[...written.values()].filter((session) => session !== undefined),
      ]
        .filter(isFresh)
        .sort((one, other) => one.usedAt - other.usedAt)
        .slice(-MAX_KEPT),
    }));
    if (!result.ok) log.warn({}, `Sessions of clients may not survive a restart: ${result.error}`);
  };
  const change = (id: string, session: KeptSession | undefined): void => {
    changes.set(id, session);
    stopTimer ??= clock.after(WRITE_MS, () => void write());
  };

  return {
    find: (id, entrance) => {
      const kept = changes.has(id) ? changes.get(id) : file.get().sessions.find((each) => each.id === id);
      if (kept === undefined || !isFresh(kept)) return undefined;
      const isSame =
        kept.principal === entrance.principal &&
        kept.grant === (entrance.grant?.id ?? null) &&
        kept.door === entrance.door;
      return isSame ? kept : undefined;
    },
    keep: (session) => {
      if (JSON.stringify([session.client, session.capabilities]).length <= MAX_LENGTH) change(session.id, session);
    },
    forget: (id) => change(id, undefined),
    close: async () => {
      await write();
      await file.close();
    },
  };
}
