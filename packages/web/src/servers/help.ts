import type { Server } from '@toolmark/api-contract';
import { needsSignIn } from './sign-in-words.ts';

/** What a person can do about a server that is not ready. */
export type HelpAction = 'sign_in' | 'restart' | 'edit' | 'enable' | 'stderr';

export interface ServerHelp {
  /** What to do, in a sentence; empty where the reason says it. */
  readonly says: string;
  /** The one that most likely helps first. */
  readonly actions: readonly HelpAction[];
  /** Whether what is missing are credentials. */
  readonly isAboutHeaders: boolean;
}

const NOTHING: ServerHelp = { says: '', actions: [], isAboutHeaders: false };

/**
 * What helps a server that is not ready, as far as its state and reason tell.
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
    // Most reasons say it already.
    const says = /header/i.test(why)
      ? ''
      : 'It wants to know who calls: give it a header that it accepts, such as Authorization: Bearer ….';
    return { says, actions: ['edit', 'restart'], isAboutHeaders: true };
  }
  if (/must be set in the environment/.test(why)) {
    const says = 'Set it where the gateway is started and start the gateway anew, or write the value into the entry.';
    return { ...NOTHING, says, actions: ['edit'] };
  }
  // What is wrong stands in the entry; trying again changes nothing.
  if (/^Could not start|check the address/.test(why)) {
    return { ...NOTHING, actions: ['edit', 'restart', ...stderr] };
  }
  return { ...NOTHING, actions: ['restart', ...stderr, 'edit'] };
}

/** Whether a server refuses whoever calls it, and not what is called. */
export const wantsCredentials = (reason: string): boolean =>
  /\bHTTP (?:401|403|407)\b|\bunauthori[sz]ed\b|does not accept the credentials/i.test(reason);
