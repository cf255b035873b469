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
    why: 'A person classified this tool in the table, and the server now declares something else.',
    fix: 'Correct the server, or change the row in review.',
    severity: 'error',
  },
  uncovered: {
    code: 'TM702',
    slug: 'missing-from-table',
    summary: 'a tool has no row in the table',
    why: 'Nobody has classified this tool yet.',
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
    why: 'Clients drop them, and their content is lost.',
    fix: 'Send one JSON-RPC object per message.',
    severity: 'warning',
  },
  'unusable-tool': {
    code: 'TM803',
    slug: 'unusable-tool',
    summary: 'an entry of tools/list cannot be used as a tool',
    why: 'Clients on the official SDKs refuse the whole list because of it.',
    fix: 'Send every entry as an object with a name, and without hundreds of nesting levels.',
    severity: 'error',
  },
  'repeated-cursor': {
    code: 'TM804',
    slug: 'repeated-cursor',
    summary: 'tools/list returns the same cursor twice',
    why: 'A client that follows it never reaches the end.',
    fix: 'Omit nextCursor on the last page.',
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
    summary: 'the server fails on a protocol discovery request',
    why: 'Clients of the 2026-07-28 protocol send server/discover first; this server breaks on it instead of answering "method not found".',
    fix: 'Answer unknown methods with error -32601, also before initialize.',
    severity: 'warning',
  },
};

/** An ignore entry that matches no finding. */
export const STALE_IGNORE: AuditCheck = {
  code: 'TM901',
  slug: 'stale-ignore',
  summary: 'an ignore entry matches no finding',
  why: 'The finding or its tool no longer exists; the entry would hide the next similar finding.',
  fix: 'Remove the entry from ignore.',
  severity: 'note',
};

/** Findings of a comparison with a lock. */
export const LOCK_CHECKS: Readonly<Record<LockDifference['kind'], AuditCheck>> = {
  relaxed: {
    code: 'TM911',
    slug: 'relaxed-since-pinned',
    summary: 'a tool allows more than when it was pinned',
    why: 'The approved tool was stricter: since then its hints were relaxed, or words that contradicted them were removed, so it may now run without a prompt. Such a change needs a review by a person; the gateway holds the tool.',
    fix: 'Review the change. If it is right, pin it with --update-lock and have the lock reviewed.',
    severity: 'error',
  },
  changed: {
    code: 'TM912',
    slug: 'changed-since-pinned',
    summary: "a tool's texts or schemas differ from the pinned ones",
    why: 'The model follows the description, and a description that changed after its approval may say anything.',
    fix: 'Review the change, then pin it with --update-lock.',
    severity: 'warning',
  },
  tightened: {
    code: 'TM913',
    slug: 'tightened-since-pinned',
    summary: 'a tool allows less than when it was pinned',
    why: 'This is always safe, but people may be asked more often.',
    fix: 'Pin it with --update-lock.',
    severity: 'note',
  },
  new: {
    code: 'TM914',
    slug: 'not-pinned',
    summary: 'a tool is not in the lock',
    why: 'Nobody has reviewed it yet. It may be a renamed tool that was pinned as stricter.',
    fix: 'Review it, then pin it with --update-lock.',
    severity: 'warning',
  },
  gone: {
    code: 'TM915',
    slug: 'pinned-but-gone',
    summary: 'the lock has a tool that the server does not offer',
    why: 'It was removed, renamed or temporarily hidden; if it returns, it is compared with its old pin.',
    fix: 'If it was removed permanently, delete its line with --update-lock --prune.',
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
