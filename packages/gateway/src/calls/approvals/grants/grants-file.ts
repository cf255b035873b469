import { approvalRoutes, type Grant, grantScopes, presences } from '@toolmark/api-contract';
import * as z from 'zod';
import type { KeptGrant } from './kept-grant.ts';

/** A lasting grant in the file. */
export type StoredGrant = Omit<Grant, 'lasts' | 'session_id'> & Pick<KeptGrant, 'ruleDigest' | 'hints' | 'digest'>;

export interface GrantsFile {
  readonly version: 2;
  readonly grants: readonly StoredGrant[];
}

const moment = z.iso.datetime();

const common = {
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  scope: z.enum(grantScopes),
  rule: z.string(),
  principal: z.string(),
  says: z.string(),
  by: z.string().nullable(),
  created_at: moment,
  approval_id: z.string(),
  uses: z.int().min(0),
  last_used_at: moment.nullable(),
  hints: z.string(),
  digest: z.string().nullable(),
};

const storedGrant: z.ZodType<StoredGrant> = z.object({
  ...common,
  client: z.string().nullable(),
  route: z.enum(approvalRoutes),
  presence: z.enum(presences),
  ruleDigest: z.string().nullable(),
  void_because: z.string().nullable(),
});

/** A grant of version 1: `web` was the page, and a grant was for all clients. */
const unboundGrant = z.object({
  ...common,
  route: z.enum(['client', 'web', 'cli', 'api']),
  // A grant without a digest holds only for built-in rules.
  ruleDigest: z.string().nullable().default(null),
});

type UnboundGrant = z.infer<typeof unboundGrant>;

/**
 * A grant of version 1 allowed every client of a token, and the intended client is unknown, so it becomes void. It stays in the list until
 * it is renewed or revoked, so that a person sees why calls ask again.
 */
const toBound = ({ route, ...grant }: UnboundGrant): StoredGrant => ({
  ...grant,
  client: null,
  route: route === 'web' ? 'page' : route,
  presence: 'none',
  void_because: route === 'client' ? ANSWERED_IN_CLIENT : UNBOUND,
});

const UNBOUND =
  'It was given before grants were bound to one client. Approve the call again to renew it, or revoke it.';
const ANSWERED_IN_CLIENT =
  'It was given in the client, where approvals are for one call only now. Approve the call again elsewhere to renew it, or revoke it.';

/** Version 2 is a new version, so that an older gateway refuses the file instead of ignoring the client of a grant. */
export const grantsFileSchema: z.ZodType<GrantsFile> = z.discriminatedUnion('version', [
  z.object({ version: z.literal(2), grants: z.array(storedGrant) }),
  z
    .object({ version: z.literal(1), grants: z.array(unboundGrant) })
    .transform(({ grants }) => ({ version: 2 as const, grants: grants.map(toBound) })),
]);

export const NO_GRANTS: GrantsFile = Object.freeze({ version: 2, grants: [] });

export function fromStored({ ruleDigest, hints, digest, ...stored }: StoredGrant): KeptGrant {
  return { grant: { ...stored, lasts: 'always', session_id: null }, ruleDigest, hints, digest };
}

export function toStored({ grant, ruleDigest, hints, digest }: KeptGrant): StoredGrant {
  const { lasts: _lasts, session_id: _session, ...stored } = grant;
  return { ...stored, ruleDigest, hints, digest };
}
