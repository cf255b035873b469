import { approvalRoutes, type Grant, grantScopes } from '@toolmark/api-contract';
import * as z from 'zod';
import type { Subject } from '../subject.ts';

/** A grant, and what it holds for. */
export interface KeptGrant {
  readonly grant: Grant;
  /** What the rule said that asked; `null` where it is built in. */
  readonly ruleDigest: string | null;
  /** The hints that were approved. */
  readonly hints: string;
  /** Of the arguments that were approved; `null` where any will do. */
  readonly digest: string | null;
}

/** A grant that lasts, as it stands in the file. */
export type StoredGrant = Omit<Grant, 'lasts' | 'session_id'> & Pick<KeptGrant, 'ruleDigest' | 'hints' | 'digest'>;

export interface GrantsFile {
  readonly version: 1;
  readonly grants: readonly StoredGrant[];
}

const moment = z.iso.datetime();

const storedGrant = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  scope: z.enum(grantScopes),
  rule: z.string(),
  principal: z.string(),
  says: z.string(),
  route: z.enum(approvalRoutes),
  by: z.string().nullable(),
  created_at: moment,
  approval_id: z.string(),
  uses: z.int().min(0),
  last_used_at: moment.nullable(),
  // One from before this was kept holds for rules that are built in, and for no other any more.
  ruleDigest: z.string().nullable().default(null),
  hints: z.string(),
  digest: z.string().nullable(),
});

export const grantsFileSchema: z.ZodType<GrantsFile> = z.object({
  version: z.literal(1),
  grants: z.array(storedGrant),
});

export const NO_GRANTS: GrantsFile = Object.freeze({ version: 1, grants: [] });

/** Whether a grant that was given to whoever asks lets this call through. */
export function holdsFor({ grant, ruleDigest, hints, digest }: KeptGrant, subject: Subject): boolean {
  const { server, tool, rule, scope } = grant;
  return (
    server === subject.server &&
    tool === subject.tool &&
    rule === subject.rule &&
    ruleDigest === subject.ruleDigest &&
    hints === subject.hints &&
    (scope === 'tool' || digest === subject.digest)
  );
}

/** Whether the newer one takes the place of the older one, which was given to the same one. */
export const replaces = (newer: KeptGrant, older: KeptGrant): boolean =>
  newer.grant.server === older.grant.server &&
  newer.grant.tool === older.grant.tool &&
  newer.grant.rule === older.grant.rule &&
  newer.grant.scope === older.grant.scope &&
  newer.digest === older.digest;
