import type { AskTerms, Grant } from '@toolmark/api-contract';
import type { Subject } from '../subject.ts';
import { isApproving } from '../terms.ts';

/** A grant with the parts of its subject that the API does not show. */
export interface KeptGrant {
  readonly grant: Grant;
  /** Digest of the rule that asked; `null` for a built-in rule. */
  readonly ruleDigest: string | null;
  /** The hints that were approved. */
  readonly hints: string;
  /** Digest of the approved arguments; `null` for any. */
  readonly digest: string | null;
}

/**
 * Whether a grant allows this call: the same subject, and given in a way that could approve the call today. A grant given without a
 * passkey does not hold if the terms require one now.
 */
export function holdsFor({ grant, ruleDigest, hints, digest }: KeptGrant, subject: Subject, terms: AskTerms): boolean {
  const { server, tool, rule, scope, principal, client, void_because: isVoid } = grant;
  return (
    isVoid === null &&
    server === subject.server &&
    tool === subject.tool &&
    principal === subject.principal &&
    client === subject.client &&
    rule === subject.rule &&
    ruleDigest === subject.ruleDigest &&
    hints === subject.hints &&
    (scope === 'tool' || digest === subject.digest) &&
    isApproving(terms, grant)
  );
}

/** Whether the newer grant replaces the older one. A void grant is replaced by one for any client of the same principal. */
export const replaces = (newer: KeptGrant, older: KeptGrant): boolean =>
  newer.grant.server === older.grant.server &&
  newer.grant.tool === older.grant.tool &&
  newer.grant.rule === older.grant.rule &&
  newer.grant.scope === older.grant.scope &&
  newer.grant.principal === older.grant.principal &&
  (newer.grant.client === older.grant.client || older.grant.void_because !== null) &&
  newer.digest === older.digest;
