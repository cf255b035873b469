import { type Clock, errorOf, failed, type JsonObject, pause, type RpcError, type RpcReply } from '@toolmark/base';
import type { RetryConfig } from '@toolmark/config';
import { toPrintable } from '@toolmark/reach';
import { isOwnError, isUnsent, type UpstreamServer, unsentError } from '@toolmark/upstream';
import type { Call } from '../../model/call.ts';
import type { Relay } from '../bridge/relay.ts';
import type { Step } from '../pipeline.ts';
import type { Recorder } from '../record/recorder.ts';
import { serverGone, unrecordedAnswers } from '../refusals.ts';
import { retryDelay } from '../retry/retry-delay.ts';
import { type Happened, withHappened } from '../retry/what-happened.ts';
import { isWorthRetrying, mayRepeat, nextAttemptOf } from '../retry/worth-retrying.ts';
import { mirrorParams, outgoingParams } from '../sent-params.ts';

export interface RetryCallDeps {
  readonly config: () => RetryConfig;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Whether the call would still be allowed: a server may have changed its tools while it was disconnected. */
  readonly isStillAllowed: (call: Call) => boolean;
}

/**
 * Sends a call, and retries it if the connection to the server failed and the tool may be called twice. It gets the step that sends as
 * an argument, since `next()` works only once.
 *
 * @example
 * retryCall({ config: () => config.policy.retry, clock, random: Math.random, isStillAllowed }, dispatch(deps))
 */
export function retryCall({ config, clock, random, isStillAllowed }: RetryCallDeps, send: Step): Step {
  /** The time of the next attempt; `undefined` for none. */
  const nextTry = (call: Call, error: RpcError, firstAt: number): number | undefined => {
    const { attempts, deadlineMs } = config();
    const made = call.failures.length + 1;
    if (made >= attempts || !mayRepeat(call) || !isWorthRetrying(error)) return undefined;
    // No retry before the gateway's next attempt to reconnect the server.
    const at = Math.max(clock.now() + retryDelay(made, random), nextAttemptOf(error) ?? 0);
    return at > firstAt + deadlineMs ? undefined : at;
  };

  const retry = async (call: Call, first: RpcReply, firstAt: number, next: () => Promise<RpcReply>) => {
    let reply = first;
    let at = firstAt;
    // A call that continues after questions was carried out in part.
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
      if (!isStillAllowed(call)) return failed(withHappened(changedAfter(error), happened, call));
      call.failures.push({ at, durationMs: end - at, code: error.code, message: error.message });
      at = clock.now();
      reply = await send(call, next);
    }
  };

  return function retryCall(call, next) {
    const firstAt = clock.now();
    return send(call, next).then((reply) => (reply.kind === 'error' ? retry(call, reply, firstAt, next) : reply));
  };
}

const cancelledAfter = ({ message }: RpcError): RpcError =>
  errorOf('cancelled', `The request was cancelled before it was sent again. The first attempt failed: ${message}`);

const changedAfter = ({ code, message, data }: RpcError): RpcError => ({
  code,
  message: `${message} It was not sent again, because its server changed the tool meanwhile.`,
  data,
});

export interface DispatchDeps {
  readonly upstream: (name: string) => UpstreamServer | undefined;
  readonly relay: Relay;
  readonly recorder?: Pick<Recorder, 'answered'>;
  /** Whether the call would still be allowed. */
  readonly isStillAllowed: (call: Call) => boolean;
}

/** Sends the call to its server. The innermost step. */
export function dispatch({ upstream, relay, recorder, isStillAllowed }: DispatchDeps): Step {
  return function dispatch(call) {
    const { tool, caller } = call;
    if (tool === undefined) return Promise.reject(new Error('Cannot send a call without a tool.'));
    if (!isAllowed(call)) return Promise.reject(new Error('Cannot send a call that was neither allowed nor approved.'));
    const server = upstream(tool.server);
    if (server === undefined) return Promise.resolve(serverGone(tool.server));
    if (call.attempts === 0) call.weighed?.session.countCall(tool);
    call.attempts += 1;
    // The call may wait in the server's queue, and the tool may change meanwhile.
    const check = (): RpcError | undefined => (isStillAllowed(call) ? undefined : changed(call.name));
    const recordAnswers = async (answers: JsonObject): Promise<RpcError | undefined> => {
      const outcome = await recorder?.answered(call, answers);
      return outcome === undefined || outcome.ok ? undefined : unrecordedAnswers(call.name, outcome.error);
    };
    const names = { name: tool.definition.name };
    const order = { server, method: 'tools/call', params: outgoingParams(call), names, caller, check, recordAnswers };
    if (tool.paramHeaders.length === 0) return relay(order);
    return relay({ ...order, headers: mirrorParams(tool.paramHeaders, call.arguments) });
  };
}

const changed = (name: string): RpcError =>
  unsentError('invalidParams', `'${toPrintable(name)}' was changed by its server meanwhile. Call it again.`);

/** A second check, independent of the earlier steps: no call leaves that was neither allowed nor approved. */
const isAllowed = ({ decision, approval }: Call): boolean =>
  decision?.kind === 'allow' || (decision?.kind === 'ask' && approval !== undefined);
