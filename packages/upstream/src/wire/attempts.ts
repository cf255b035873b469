import type { Era } from '@toolmark/base';
import type { ServerTarget } from '@toolmark/reach';
import type { Verdict } from '../connection.ts';

/** One way to try to connect. */
export interface Attempt {
  readonly transport: Verdict['transport'];
  readonly protocol: 'auto' | Era;
}

/** The outcome of a failed attempt. */
export interface AttemptOutcome {
  /** Over HTTP, the status of the last answer. */
  readonly status: number | undefined;
  /** Whether the server was running and then exited. */
  readonly died: boolean;
  readonly isFinal: boolean;
}

/** The first attempt: the remembered protocol, or detection. */
export function firstAttempt(
  target: ServerTarget,
  protocol: Attempt['protocol'],
  remembered: Verdict | undefined,
): Attempt {
  const fresh = freshAttempt(target, protocol);
  if (remembered === undefined || !isPossible(target, remembered)) return fresh;
  if (protocol !== 'auto' && protocol !== remembered.era) return fresh;
  // A remembered modern server is asked for its era again, which detects a change at no cost.
  const era = remembered.era === 'legacy' || protocol === 'modern' ? remembered.era : 'auto';
  return { transport: remembered.transport, protocol: era };
}

/**
 * The next attempt after a failed one; `undefined` if none is left.
 * - What is remembered no longer holds: everything from the start.
 * - The address answers streamable HTTP with 4xx: the older HTTP+SSE, as the specification says.
 * - The server does not survive being asked `server/discover`: again, without asking.
 */
export function nextAttempt(
  target: ServerTarget,
  protocol: Attempt['protocol'],
  tried: readonly Attempt[],
  outcome: AttemptOutcome,
): Attempt | undefined {
  const last = tried.at(-1);
  if (last === undefined || outcome.isFinal || target.kind === 'streams') return undefined;
  const candidates: Attempt[] = [];
  if (tried.length === 1) candidates.push(freshAttempt(target, protocol));
  if (last.transport === 'http' && isClientError(outcome.status) && isPossible(target, SSE) && protocol !== 'modern') {
    candidates.push({ transport: 'sse', protocol: 'legacy' });
  }
  if (last.transport === 'stdio' && last.protocol === 'auto' && outcome.died) {
    candidates.push({ transport: 'stdio', protocol: 'legacy' });
  }
  return candidates.find((one) => !tried.some((past) => isSame(past, one)));
}

function freshAttempt(target: ServerTarget, protocol: Attempt['protocol']): Attempt {
  if (target.kind !== 'url') return { transport: 'stdio', protocol };
  return target.transport === 'sse' ? { transport: 'sse', protocol: 'legacy' } : { transport: 'http', protocol };
}

function isPossible(target: ServerTarget, { transport }: Pick<Verdict, 'transport'>): boolean {
  if (target.kind !== 'url') return transport === 'stdio';
  const wanted = target.transport ?? 'auto';
  return transport !== 'stdio' && (wanted === 'auto' || wanted === transport);
}

const SSE = { transport: 'sse' } as const;

function isSame(one: Attempt, other: Attempt): boolean {
  return one.transport === other.transport && one.protocol === other.protocol;
}

function isClientError(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 407;
}
