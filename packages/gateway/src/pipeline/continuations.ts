import type { CallDecision } from '@toolmark/api-contract';
import { digestOf } from '../core/request-digest.ts';
import type { RpcReply } from '../rpc.ts';
import type { Clock } from '../upstream/clock.ts';
import type { Call } from './call.ts';

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
  return {
    of: (call) => {
      const { requestState: state } = call.params;
      if (typeof state !== 'string') return undefined;
      const key = keyOf(call, state);
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      return found.until > clock.now() ? found : undefined;
    },
    remember: (call, reply) => {
      if (reply.kind !== 'result' || call.decision === undefined) return;
      const { resultType, requestState: state } = reply.result;
      if (resultType !== 'input_required' || typeof state !== 'string') return;
      const [oldest] = kept.keys();
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
      const { decision, approval } = call;
      kept.set(keyOf(call, state), { decision, approval, until: clock.now() + KEPT_MS });
    },
  };
}

function keyOf({ caller, params }: Call, state: string): string {
  const { principal, session, conversation, client } = caller;
  const who = [principal, session, conversation, client?.['name'], client?.['version']];
  return JSON.stringify([...who, digestOf('tools/call', params), state]);
}
