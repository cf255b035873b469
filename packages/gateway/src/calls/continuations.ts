import { createHash } from 'node:crypto';
import type { CallDecision } from '@toolmark/api-contract';
import { type Clock, type RpcReply, requestDigest } from '@toolmark/base';
import type { Call } from '../model/call.ts';
import { continuesRequest } from './sent-params.ts';

/**
 * Calls that were allowed, whose server has questions, and that continue as another request. That request is not decided again, so only
 * the same client can continue the call, with the same arguments and the state that the server issued.
 */
export interface Continuations {
  readonly of: (call: Call) => Continued | undefined;
  readonly remember: (call: Call, reply: RpcReply) => void;
}

interface Continued {
  readonly decision: CallDecision;
  readonly approval: string | undefined;
}

/** Longer than a question can be answered. */
const KEPT_MS = 15 * 60_000;
const MAX_KEPT = 10_000;

export function createContinuations(clock: Pick<Clock, 'now'>): Continuations {
  const kept = new Map<string, Continued & { readonly until: number }>();
  /** Entries are in the order of their expiry. */
  const dropExpired = (): void => {
    for (const [key, { until }] of kept) {
      if (until > clock.now() && kept.size < MAX_KEPT) return;
      kept.delete(key);
    }
  };
  return {
    of: (call) => {
      if (!continuesRequest(call.params)) return undefined;
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
      dropExpired();
      const { decision, approval } = call;
      const key = continuedCallKey(call, typeof state === 'string' ? state : undefined);
      kept.delete(key);
      kept.set(key, { decision, approval, until: clock.now() + KEPT_MS });
    },
  };
}

/**
 * Identifies the call that a request continues: by the caller, the params, and the state that came with the questions. The state alone
 * would not do, since a server may issue the same one to every client. States may be long, so only a digest is kept.
 */
export function continuedCallKey({ caller, params }: Call, state: string | undefined): string {
  const { principal, session, conversation, client } = caller;
  const identity = [principal, session, conversation, client?.['name'], client?.['version']];
  const all = JSON.stringify([...identity, requestDigest('tools/call', params), state ?? null]);
  return createHash('sha256').update(all).digest('base64url');
}
