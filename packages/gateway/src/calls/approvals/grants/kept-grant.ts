import type { AskTerms, Grant } from '@toolmark/api-contract';
import type { Subject } from '../subject.ts';
import { isApproving } from '../terms.ts';

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

/**
 * Whether a grant lets this call through: what it was given for, to whom it was given, and by a way that could approve the call
 * today. One that was given without a passkey ends where one is asked for.
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

/** Whether the newer one takes the place of the older one. One that is void is renewed by any for the same principal. */
export const replaces = (newer: KeptGrant, older: KeptGrant): boolean =>
  newer.grant.server === older.grant.server &&
  newer.grant.tool === older.grant.tool &&
  newer.grant.rule === older.grant.rule &&
  newer.grant.scope === older.grant.scope &&
  newer.grant.principal === older.grant.principal &&
  (newer.grant.client === older.grant.client || older.grant.void_because !== null) &&
  newer.digest === older.digest;
