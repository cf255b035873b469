import type { ServerTarget } from '@toolmark/reach';
import type { Fault, InspectionFailure, InspectionFailureCode } from './failure.ts';
import type { Inspection } from './inspection.ts';
import type { WireProblem } from './problem.ts';

/** One way to try to inspect a server. */
export interface Attempt {
  readonly transport: Inspection['transport'];
  readonly protocol: 'auto' | 'modern' | 'legacy';
  /** What it says about the server if this attempt succeeds where the one before did not. */
  readonly problem?: WireProblem;
}

/** How an attempt failed. */
export interface AttemptFailure extends InspectionFailure, Pick<Fault, 'status'> {
  readonly phase: 'connecting' | 'listing';
  /** Whether the server answered `server/discover`, if only after the SDK had given up on it. */
  readonly discovered: boolean;
}

/** The attempt to begin with. */
export function firstAttempt(target: ServerTarget, protocol: Attempt['protocol']): Attempt {
  if (target.kind === 'command') return { transport: 'stdio', protocol };
  if (target.kind === 'streams') return { transport: 'streams', protocol };
  if (target.transport === 'sse') return { transport: 'sse', protocol: protocol === 'auto' ? 'legacy' : protocol };
  return { transport: 'http', protocol };
}

/**
 * What to try after an attempt that failed to connect; `undefined` when that was the last one.
 *
 * - The address answers streamable HTTP with 4xx: the older HTTP+SSE, as the specification says.
 * - The server does not survive being asked `server/discover`: again, from the start, without asking.
 */
export function nextAttempt(target: ServerTarget, failed: Attempt, failure: AttemptFailure): Attempt | undefined {
  if (failure.phase !== 'connecting' || FINAL.has(failure.code) || target.kind === 'streams') return undefined;
  if (failed.transport === 'http' && isClientError(failure.status)) {
    const mayUseSse = target.kind === 'url' && target.transport !== 'http' && failed.protocol !== 'modern';
    return mayUseSse ? { transport: 'sse', protocol: 'legacy' } : undefined;
  }
  if (failed.protocol !== 'auto') return undefined;
  // A server that was merely slow to start has answered by now, and is none of the older era.
  if (failure.discovered) return { transport: failed.transport, protocol: 'modern' };
  return { transport: failed.transport, protocol: 'legacy', problem: PROBE_INTOLERANT };
}

/** Whether another attempt may follow a failure of this one, so that it must not use up all the time. */
export function hasFallback(attempt: Attempt): boolean {
  return attempt.protocol === 'auto' && attempt.transport !== 'streams';
}

/** Which of two failures to show: the later one, unless it only says that the fallback to SSE failed as well. */
export function moreTelling(earlier: AttemptFailure | undefined, later: AttemptFailure, last: Attempt): AttemptFailure {
  if (earlier === undefined || last.transport !== 'sse') return later;
  return later.code === 'unauthorized' || later.code === 'cancelled' ? later : earlier;
}

/** Failures that no other protocol or transport changes. */
const FINAL: ReadonlySet<InspectionFailureCode> = new Set([
  'bad-target',
  'spawn-failed',
  'cancelled',
  'unreachable',
  'unauthorized',
  'redirected',
  'too-large',
]);

function isClientError(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

const PROBE_INTOLERANT: WireProblem = {
  kind: 'probe-intolerant',
  message: 'The server does not survive a server/discover request; answer unknown methods with error -32601.',
};
