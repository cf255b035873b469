import { LINT_RULES, type LockDifference, type Severity, type TableMismatch } from '@toolmark/annotations';
import type { WireProblem } from '../connect/problem.ts';

/** A check that is not a lint rule, because it needs a table, a lock or the wire. Same codes, same fields. */
export interface AuditCheck {
  readonly code: string;
  readonly slug: string;
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  readonly severity: Severity;
}

/** Findings of a comparison with a classification table. */
export const TABLE_CHECKS: Readonly<Record<TableMismatch['kind'], AuditCheck>> = {
  mismatch: {
    code: 'TM701',
    slug: 'table-mismatch',
    summary: 'a tool differs from its row in the table',
    why: 'Somebody decided what this tool is and wrote it down; the server now says something else.',
    fix: 'Correct the server, or change the row in review.',
    severity: 'error',
  },
  uncovered: {
    code: 'TM702',
    slug: 'missing-from-table',
    summary: 'a tool has no row in the table',
    why: 'A tool nobody classified is a tool nobody thought about.',
    fix: 'Classify it: `toolmark table` prints a row to start from.',
    severity: 'error',
  },
  stale: {
    code: 'TM703',
    slug: 'stale-row',
    summary: 'a row of the table has no tool',
    why: 'The tool was removed or renamed; the table no longer describes the server.',
    fix: 'Remove the row, or bring the tool back.',
    severity: 'error',
  },
};

/** Findings about the server's protocol messages. */
export const WIRE_CHECKS: Readonly<Record<WireProblem['kind'], AuditCheck>> = {
  'stdout-noise': {
    code: 'TM801',
    slug: 'stdout-noise',
    summary: 'the server prints text on stdout',
    why: 'stdout carries the protocol; many clients drop the connection at the first line that is not JSON.',
    fix: 'Log to stderr.',
    severity: 'warning',
  },
  'invalid-message': {
    code: 'TM802',
    slug: 'invalid-message',
    summary: 'the server sends messages that are not JSON-RPC',
    why: 'Clients drop them, and with them whatever they should have said.',
    fix: 'Send one JSON-RPC object per message.',
    severity: 'warning',
  },
  'unusable-tool': {
    code: 'TM803',
    slug: 'unusable-tool',
    summary: 'an entry of tools/list cannot be used as a tool',
    why: 'Clients on the official SDKs refuse the whole list because of it.',
    fix: 'Every entry needs to be an object with a name, and no schema needs hundreds of levels.',
    severity: 'error',
  },
  'repeated-cursor': {
    code: 'TM804',
    slug: 'repeated-cursor',
    summary: 'tools/list gives out the same cursor twice',
    why: 'A client that follows it never comes to the end.',
    fix: 'Leave nextCursor out on the last page.',
    severity: 'error',
  },
  'invalid-cursor': {
    code: 'TM805',
    slug: 'invalid-cursor',
    summary: 'nextCursor is not a string',
    why: 'Clients cannot ask for the next page, so its tools are lost.',
    fix: 'Send nextCursor as a string, or leave it out.',
    severity: 'error',
  },
  'incomplete-result': {
    code: 'TM806',
    slug: 'incomplete-result',
    summary: 'a result lacks fields that the 2026-07-28 protocol requires',
    why: 'Clients of that revision refuse the result.',
    fix: 'Send resultType, ttlMs and cacheScope.',
    severity: 'warning',
  },
  'no-tools': {
    code: 'TM807',
    slug: 'no-tools',
    summary: 'the server offers no tools',
    why: 'There is nothing to check.',
    fix: 'Declare the tools capability, if the server has tools.',
    severity: 'note',
  },
  'probe-intolerant': {
    code: 'TM808',
    slug: 'probe-intolerant',
    summary: 'the server does not survive being asked for its protocol',
    why: 'Clients of the 2026-07-28 protocol send server/discover first; this server breaks on it instead of answering "method not found".',
    fix: 'Answer unknown methods with error -32601, also before initialize.',
    severity: 'warning',
  },
};

/** An ignore entry that matches no finding. */
export const STALE_IGNORE: AuditCheck = {
  code: 'TM901',
  slug: 'stale-ignore',
  summary: 'something is ignored that is not there',
  why: 'The finding is gone, or its tool is; the decision would hide the next one like it.',
  fix: 'Remove the entry from ignore.',
  severity: 'note',
};

/** Findings of a comparison with a lock. */
export const LOCK_CHECKS: Readonly<Record<LockDifference['kind'], AuditCheck>> = {
  relaxed: {
    code: 'TM911',
    slug: 'relaxed-since-pinned',
    summary: 'a tool allows more than when it was pinned',
    why: 'Somebody approved a tool that asked before it destroyed; now it would run unasked: its hints were relaxed, or words that spoke against them are gone. A change of this kind needs a person, in a gateway it holds the tool.',
    fix: 'Look at what the server changed. If it is right, pin it with --update-lock and have the lock reviewed.',
    severity: 'error',
  },
  changed: {
    code: 'TM912',
    slug: 'changed-since-pinned',
    summary: "a tool's texts or schemas are not those that were pinned",
    why: 'A description is what the model goes by; one that changes after it was approved may say anything.',
    fix: 'Look at what the server changed, then pin it with --update-lock.',
    severity: 'warning',
  },
  tightened: {
    code: 'TM913',
    slug: 'tightened-since-pinned',
    summary: 'a tool allows less than when it was pinned',
    why: 'That is always safe; people may be asked more often.',
    fix: 'Pin it with --update-lock.',
    severity: 'note',
  },
  new: {
    code: 'TM914',
    slug: 'not-pinned',
    summary: 'a tool is not in the lock',
    why: 'Nobody has looked at it yet. It may be a tool that was pinned as something stricter and has another name now.',
    fix: 'Look at it, then pin it with --update-lock.',
    severity: 'warning',
  },
  gone: {
    code: 'TM915',
    slug: 'pinned-but-gone',
    summary: 'the lock has a tool that the server does not offer',
    why: 'It was removed or renamed, or hides for a while; when it comes back it is held against its old pin.',
    fix: 'If it is gone for good, remove its line with --update-lock --prune.',
    severity: 'note',
  },
};

/** All rules and checks, in the order of the codes. */
export const ALL_RULES: readonly Pick<AuditCheck, 'code' | 'slug' | 'summary' | 'why' | 'fix'>[] = [
  ...LINT_RULES,
  ...Object.values(TABLE_CHECKS),
  ...Object.values(WIRE_CHECKS),
  STALE_IGNORE,
  ...Object.values(LOCK_CHECKS),
];
