import { ok, type Result } from '@toolmark/annotations';
import type { Grant } from '@toolmark/api-contract';
import type { Log } from '../../log.ts';
import { createStateFile } from '../../state/state-file.ts';
import type { Clock } from '../../upstream/clock.ts';
import type { Subject } from '../subject.ts';
import { grantsFileSchema, type KeptGrant, NO_GRANTS } from './kept-grant.ts';
import { createLastingGrants } from './lasting-grants.ts';
import { createSessionGrants } from './session-grants.ts';

/** Answers that hold for more than one call. */
export interface Grants {
  /** Counts as a use. */
  readonly use: (subject: Subject) => Grant | undefined;
  readonly add: (grant: KeptGrant, subject: Subject, protocolSession: string | undefined) => void;
  /** Those of sessions first. */
  readonly list: () => readonly Grant[];
  /** Whether there was one; a sentence where it would hold again after a restart. */
  readonly revoke: (id: string) => Promise<Result<boolean, string>>;
  /** Something happened in a session, which is worked out only where it matters. */
  readonly seen: (session: () => string) => void;
  readonly left: (protocolSession: string) => void;
  readonly close: () => Promise<void>;
}

export interface GrantsDeps {
  readonly path: string;
  readonly clock: Clock;
  readonly sessionIdleMs: number;
  readonly log: Pick<Log, 'error'>;
}

export async function createGrants({ path, clock, sessionIdleMs, log }: GrantsDeps): Promise<Result<Grants, string>> {
  const file = await createStateFile({ path, schema: grantsFileSchema, empty: NO_GRANTS, log, clock });
  if (!file.ok) return file;
  const sessions = createSessionGrants(clock, sessionIdleMs);
  const lasting = createLastingGrants({ file: file.value, clock, log });
  return ok({
    use: (subject) => sessions.use(subject) ?? lasting.use(subject),
    add: (grant, subject, protocolSession) => {
      if (grant.grant.lasts === 'session') sessions.add(grant, subject, protocolSession);
      else lasting.add(grant);
    },
    list: () => [...sessions.list(), ...lasting.list()],
    revoke: async (id) => (sessions.revoke(id) ? ok(true) : await lasting.revoke(id)),
    seen: (session) => {
      if (!sessions.isEmpty()) sessions.seen(session());
    },
    left: sessions.left,
    close: lasting.close,
  });
}
