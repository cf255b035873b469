import { type Clock, errorOf, failed, pause, type RpcError, type RpcReply } from '@toolmark/base';
import { isOwnError, isUnsent } from '@toolmark/upstream';
import type { RetryConfig } from '../../config/policy-config.ts';
import type { Call } from '../../model/call.ts';
import type { Step } from '../compose.ts';
import { retryDelay } from '../retry/retry-delay.ts';
import { type Happened, withHappened } from '../retry/what-happened.ts';
import { isWorthRetrying, mayRepeat, nextAttemptOf } from '../retry/worth-retrying.ts';

export interface RetryCallDeps {
  readonly config: () => RetryConfig;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Whether the tool is still the one that was decided about: a server that went away may come back as another one. */
  readonly stillStands: (call: Call) => boolean;
}

/**
 * Sends a call, and sends it again where the way to the server failed and the tool may be called twice. It is the only step that
 * runs another more than once, which is why it is given that one: `next()` of a step works once, for good reason.
 *
 * @example
 * retryCall({ config: () => config.policy.retry, clock, random: Math.random, stillStands }, dispatch(deps))
 */
export function retryCall({ config, clock, random, stillStands }: RetryCallDeps, send: Step): Step {
  /** When to try again; `undefined` for not at all. */
  const nextTry = (call: Call, error: RpcError, firstAt: number): number | undefined => {
    const { attempts, deadlineMs } = config();
    const made = call.failures.length + 1;
    if (made >= attempts || !mayRepeat(call) || !isWorthRetrying(error)) return undefined;
    // Before a server that is away is tried itself there is nothing to be had.
    const at = Math.max(clock.now() + retryDelay(made, random), nextAttemptOf(error) ?? 0);
    return at > firstAt + deadlineMs ? undefined : at;
  };

  const again = async (call: Call, first: RpcReply, firstAt: number, next: () => Promise<RpcReply>) => {
    let reply = first;
    let at = firstAt;
    // What goes on after questions has been begun.
    let happened: Happened = call.isContinued ? 'maybe' : 'no';
    for (;;) {
      if (reply.kind !== 'error' || !isOwnError(reply.error)) return reply;
      const { error } = reply;
      if (!isUnsent(error)) happened = 'maybe';
      const nextAt = nextTry(call, error, firstAt);
      const end = clock.now();
      if (nextAt === undefined) return failed(withHappened(error, happened, call));
      if (!(await pause(nextAt - end, call.caller.signal, clock))) {
        return failed(withHappened(cancelledAfter(error), happened, call));
      }
      if (!stillStands(call)) return failed(withHappened(notAgain(error), happened, call));
      call.failures.push({ at, durationMs: end - at, code: error.code, message: error.message });
      at = clock.now();
      reply = await send(call, next);
    }
  };

  return function retryCall(call, next) {
    const firstAt = clock.now();
    return send(call, next).then((reply) => (reply.kind === 'error' ? again(call, reply, firstAt, next) : reply));
  };
}

const cancelledAfter = ({ message }: RpcError): RpcError =>
  errorOf('cancelled', `The request was cancelled before it was sent again. Why it failed before: ${message}`);

const notAgain = ({ code, message, data }: RpcError): RpcError => ({
  code,
  message: `${message} It was not sent again: its server has changed the tool meanwhile.`,
  data,
});
