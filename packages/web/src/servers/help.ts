import type { Server } from '@toolmark/api-contract';
import { needsSignIn } from './sign-in-labels.ts';

/** An action that may fix a server. */
export type HelpAction = 'sign_in' | 'restart' | 'edit' | 'enable' | 'stderr';

export interface ServerHelp {
  /** Advice as a sentence; empty if the reason already gives it. */
  readonly says: string;
  /** The most helpful one first. */
  readonly actions: readonly HelpAction[];
  /** Whether credentials are missing. */
  readonly isAboutHeaders: boolean;
}

const NOTHING: ServerHelp = { says: '', actions: [], isAboutHeaders: false };

/**
 * Advice for a server that is not ready, judged by its state and reason.
 *
 * @example
 * helpFor({ state: 'failed', reason: '… answered HTTP 401 …', stderr_tail: [], auth }).actions // ['edit', 'restart']
 */
export function helpFor(server: Pick<Server, 'state' | 'reason' | 'stderr_tail' | 'auth'>): ServerHelp {
  const { state, reason, stderr_tail } = server;
  if (state === 'disabled') return { ...NOTHING, actions: ['enable', 'edit'] };
  if (needsSignIn(server)) {
    return { ...NOTHING, actions: state === 'ready' ? ['sign_in'] : ['sign_in', 'edit', 'restart'] };
  }
  const isTriedAgain = state === 'connecting' && reason !== null;
  if (state !== 'waiting' && state !== 'failed' && !isTriedAgain) return NOTHING;
  const why = reason ?? '';
  const stderr: readonly HelpAction[] = stderr_tail.length > 0 ? ['stderr'] : [];
  if (wantsCredentials(why)) {
    // Most reasons already give this advice.
    const says = /header/i.test(why)
      ? ''
      : 'The server requires authentication: add a header that it accepts, such as Authorization: Bearer ….';
    return { says, actions: ['edit', 'restart'], isAboutHeaders: true };
  }
  if (/\bthe secret \S+ must be set\b/.test(why)) {
    return { ...NOTHING, says: 'Store it with that command, or write the value into the entry.', actions: ['edit'] };
  }
  if (/must be set in the environment/.test(why)) {
    const says = 'Set it where you start the gateway and restart the gateway, or write the value into the entry.';
    return { ...NOTHING, says, actions: ['edit'] };
  }
  // The entry itself is wrong, so retrying does not help.
  if (/^Could not start|check the address/.test(why)) {
    return { ...NOTHING, actions: ['edit', 'restart', ...stderr] };
  }
  return { ...NOTHING, actions: ['restart', ...stderr, 'edit'] };
}

/**
 * Whether a restart may help. An entry that lacks a value fails in the same way each time.
 *
 * @example
 * canRestartHelp({ state: 'failed', reason: 'env: TOKEN must be set in the environment', … }) // false
 */
export const canRestartHelp = (server: Pick<Server, 'state' | 'reason' | 'stderr_tail' | 'auth'>): boolean =>
  server.state === 'ready' || server.state === 'connecting' || helpFor(server).actions.includes('restart');

/** Whether a server refuses the caller rather than the request. */
export const wantsCredentials = (reason: string): boolean =>
  /\bHTTP (?:401|403|407)\b|\bunauthori[sz]ed\b|does not accept the credentials/i.test(reason);
