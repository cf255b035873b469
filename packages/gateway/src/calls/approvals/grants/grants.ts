import { ok, type Result } from '@toolmark/annotations';
import type { AskTerms, Grant } from '@toolmark/api-contract';
import { type Clock, createStateFile, type Log } from '@toolmark/base';
import type { Subject } from '../subject.ts';
import { grantsFileSchema, NO_GRANTS } from './grants-file.ts';
import type { KeptGrant } from './kept-grant.ts';
import { createLastingGrants } from './lasting-grants.ts';
import { createSessionGrants } from './session-grants.ts';

/** Approvals that hold for more than one call. */
export interface Grants {
  /** Finds a grant for this call under the current terms, and counts a use of it. */
  readonly use: (subject: Subject, terms: AskTerms) => Grant | undefined;
  readonly add: (grant: KeptGrant, subject: Subject, protocolSession: string | undefined) => void;
  /** Session grants first. */
  readonly list: () => readonly Grant[];
  /** Returns whether there was such a grant, or an error if it would hold again after a restart. */
  readonly revoke: (id: string) => Promise<Result<boolean, string>>;
  /** The sessions with grants, by their bond. */
  readonly holders: ReadonlyMap<string, unknown>;
  /** The session with this bond is active. */
  readonly keepAlive: (bond: string) => void;
  readonly endSession: (protocolSession: string) => void;
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
    use: (subject, terms) => sessions.use(subject, terms) ?? lasting.use(subject, terms),
    add: (grant, subject, protocolSession) => {
      if (grant.grant.lasts === 'session') sessions.add(grant, subject, protocolSession);
      else lasting.add(grant);
    },
    list: () => [...sessions.list(), ...lasting.list()],
    revoke: async (id) => (sessions.revoke(id) ? ok(true) : await lasting.revoke(id)),
    holders: sessions.holders,
    keepAlive: sessions.keepAlive,
    endSession: sessions.endSession,
    close: lasting.close,
  });
}
