import { createHash } from 'node:crypto';
import type { Pin, ToolPrint } from '@toolmark/annotations';
import type { StandingHold } from '@toolmark/api-contract';
import type { PolicyConfig } from '@toolmark/config';
import type { CatalogTool } from '../../model/catalog.ts';
import type { AgainstPin } from './against-pin.ts';
import { type CheckFinding, toSentence } from './check-finding.ts';

/** The inputs of a tool's standing. */
export interface Evidence {
  readonly tool: CatalogTool;
  readonly pin: Pin;
  readonly print: ToolPrint;
  readonly against: AgainstPin;
  readonly isStrict: boolean;
  /** The findings of all checks, including disabled ones. */
  readonly findings: readonly CheckFinding[];
  readonly policy: Pick<PolicyConfig, 'checks' | 'defaults'>;
}

/** Something about a tool that a person should review. */
export interface Concern {
  readonly kind: StandingHold['kind'] | 'warning';
  /** A sentence. */
  readonly reason: string;
  /** Identifies it in an acceptance. */
  readonly code: string;
  /** A person has accepted exactly this. */
  readonly isCovered: boolean;
}

/**
 * All concerns about a tool, covered or not. An acceptance covers the concerns that existed when it was given: an accepted warning holds
 * the tool if the policy later makes it a hold.
 */
export function concernsOf(evidence: Evidence): readonly Concern[] {
  const { pin, against, isStrict, tool, findings, policy } = evidence;
  const covers = against.accepted?.covers ?? [];
  const since = `since it was pinned on ${pin.pinnedAt.slice(0, 'YYYY-MM-DD'.length)}`;
  const concerns: Concern[] = [];
  const add = (kind: Concern['kind'], reason: string, code: string, ...alsoBy: readonly string[]): void => {
    const isCovered = covers.includes(code) || alsoBy.some((other) => covers.includes(other));
    concerns.push({ kind, reason, code, isCovered });
  };
  for (const { by, detail } of against.relaxed) add('relaxed', `Its ${by} allow more ${since}: ${detail}.`, 'relaxed');
  if (isStrict && against.change.prose === 'changed') {
    const reason = `Its description, schemas or other texts have changed ${since}, and ${tool.server} is set to strict.`;
    add('changed', reason, 'changed');
  }
  if (isStrict && pin.isNew) {
    add('new', `It is a new tool, and ${tool.server} is set to strict.`, 'new');
  }
  for (const finding of findings) {
    const action = policy.checks[finding.kind];
    const code = `${finding.kind}:${digestOf(finding)}`;
    if (action === 'hold') add('check', finding.message, `check:${code}`);
    if (action === 'warn') add('warning', finding.message, `warning:${code}`, `check:${code}`);
  }
  for (const { hint, against: word, message } of tool.resolution.contradictions) {
    if (word !== 'hints') add('contradicted', toSentence(message), `contradicted:${hint}`);
  }
  return concerns;
}

/** Long enough to be unique within a tool, and short enough for a lock that people read. */
const DIGEST_LENGTH = 16;

const digestOf = ({ message, about = message }: CheckFinding): string =>
  createHash('sha256').update(about).digest('hex').slice(0, DIGEST_LENGTH);
