import type { ServerTarget } from '@toolmark/reach';
import type { Fault, InspectionFailure, InspectionFailureCode } from './failure.ts';
import type { Inspection } from './inspection.ts';
import type { WireProblem } from './problem.ts';

/** One attempt to inspect a server. */
export interface Attempt {
  readonly transport: Inspection['transport'];
  readonly protocol: 'auto' | 'modern' | 'legacy';
  /** The problem to report if this attempt succeeds after the previous one failed. */
  readonly problem?: WireProblem;
}

/** The failure of an attempt. */
export interface AttemptFailure extends InspectionFailure, Pick<Fault, 'status'> {
  readonly phase: 'connecting' | 'listing';
  /** Whether the server answered `server/discover`, even after the SDK's timeout. */
  readonly discovered: boolean;
}

/** The first attempt. */
export function firstAttempt(target: ServerTarget, protocol: Attempt['protocol']): Attempt {
  if (target.kind === 'command') return { transport: 'stdio', protocol };
  if (target.kind === 'streams') return { transport: 'streams', protocol };
  if (target.transport === 'sse') return { transport: 'sse', protocol: protocol === 'auto' ? 'legacy' : protocol };
  return { transport: 'http', protocol };
}

/**
 * The next attempt after a failed connection; `undefined` if there is none.
 *
 * - If the address answers streamable HTTP with 4xx: the older HTTP+SSE, as the specification says.
 * - If the server fails on `server/discover`: a new connection without that request.
 */
export function nextAttempt(target: ServerTarget, failed: Attempt, failure: AttemptFailure): Attempt | undefined {
  if (failure.phase !== 'connecting' || FINAL.has(failure.code) || target.kind === 'streams') return undefined;
  if (failed.transport === 'http' && isClientError(failure.status)) {
    const mayUseSse = target.kind === 'url' && target.transport !== 'http' && failed.protocol !== 'modern';
    return mayUseSse ? { transport: 'sse', protocol: 'legacy' } : undefined;
  }
  if (failed.protocol !== 'auto') return undefined;
  // The server answered late, so it was only slow to start and supports the modern era.
  if (failure.discovered) return { transport: failed.transport, protocol: 'modern' };
  return { transport: failed.transport, protocol: 'legacy', problem: PROBE_INTOLERANT };
}

/** Whether another attempt may follow a failed one, so that time must be reserved for it. */
export function hasFallback(attempt: Attempt): boolean {
  return attempt.protocol === 'auto' && attempt.transport !== 'streams';
}

/** The failure to show: the later one, unless it only reports that the SSE fallback failed as well. */
export function clearerFailure(
  earlier: AttemptFailure | undefined,
  later: AttemptFailure,
  last: Attempt,
): AttemptFailure {
  if (earlier === undefined || last.transport !== 'sse') return later;
  return later.code === 'unauthorized' || later.code === 'cancelled' ? later : earlier;
}

/** Failures that no other protocol or transport can fix. */
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
  message: 'The server fails on a server/discover request; answer unknown methods with error -32601.',
};
