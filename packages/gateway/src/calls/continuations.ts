import { createHash } from 'node:crypto';
import type { CallDecision } from '@toolmark/api-contract';
import { type Clock, type RpcReply, requestDigest } from '@toolmark/base';
import type { Call } from '../model/call.ts';
import { comesBack } from './sent-params.ts';

/**
 * Calls that were let through, whose server has questions, and which go on as another request. That one is not decided about
 * anew: but only the same client can go on, with the same arguments, and with a state that the server handed out.
 */
export interface Continuations {
  readonly of: (call: Call) => Continued | undefined;
  readonly remember: (call: Call, reply: RpcReply) => void;
}

interface Continued {
  readonly decision: CallDecision;
  readonly approval: string | undefined;
}

/** Longer than questions can be answered. */
const KEPT_MS = 15 * 60_000;
const MOST = 10_000;

export function createContinuations(clock: Pick<Clock, 'now'>): Continuations {
  const kept = new Map<string, Continued & { readonly until: number }>();
  /** They are in the order in which they end. */
  const forgetOld = (): void => {
    for (const [key, { until }] of kept) {
      if (until > clock.now() && kept.size < MOST) return;
      kept.delete(key);
    }
  };
  return {
    of: (call) => {
      if (!comesBack(call.params)) return undefined;
      const { requestState: state } = call.params;
      const key = continuedCallKey(call, typeof state === 'string' ? state : undefined);
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      return found.until > clock.now() ? found : undefined;
    },
    remember: (call, reply) => {
      if (reply.kind !== 'result' || call.decision === undefined) return;
      const { resultType, requestState: state } = reply.result;
      if (resultType !== 'input_required') return;
      forgetOld();
      const { decision, approval } = call;
      const key = continuedCallKey(call, typeof state === 'string' ? state : undefined);
      kept.delete(key);
      kept.set(key, { decision, approval, until: clock.now() + KEPT_MS });
    },
  };
}

/**
 * Everything that has to be the same for a call to be the one that goes on after questions: who calls, what, and the state that came
 * with the questions. A server may hand out the same state to everybody; and states may be long, so only a digest is kept.
 */
export function continuedCallKey({ caller, params }: Call, state: string | undefined): string {
  const { principal, session, conversation, client } = caller;
  const who = [principal, session, conversation, client?.['name'], client?.['version']];
  const all = JSON.stringify([...who, requestDigest('tools/call', params), state ?? null]);
  return createHash('sha256').update(all).digest('base64url');
}
