import { type Clock, errorOf, failed, type JsonObject, pause, type RpcError, type RpcReply } from '@toolmark/base';
import type { RetryConfig } from '@toolmark/config';
import { toPrintable } from '@toolmark/reach';
import { isOwnError, isUnsent, type UpstreamServer, unsentError } from '@toolmark/upstream';
import type { Call } from '../../model/call.ts';
import type { Relay } from '../bridge/relay.ts';
import type { Step } from '../compose.ts';
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

export interface DispatchDeps {
  readonly upstream: (name: string) => UpstreamServer | undefined;
  readonly relay: Relay;
  readonly recorder?: Pick<Recorder, 'answered'>;
  /** Whether what was let through would be let through as it is now. */
  readonly stillStands: (call: Call) => boolean;
}

/** Sends the call to its server. The innermost step. */
export function dispatch({ upstream, relay, recorder, stillStands }: DispatchDeps): Step {
  return function dispatch(call) {
    const { tool, caller } = call;
    if (tool === undefined) return Promise.reject(new Error('A call without a tool was to be sent.'));
    if (!isLetThrough(call)) return Promise.reject(new Error('A call that nobody let through was to be sent.'));
    const server = upstream(tool.server);
    if (server === undefined) return Promise.resolve(serverGone(tool.server));
    if (call.attempts === 0) call.session?.leaves(tool);
    call.attempts += 1;
    // It may have to wait for its server, which comes back as another one.
    const check = (): RpcError | undefined => (stillStands(call) ? undefined : changed(call.name));
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

/** Whatever the steps before have become: nothing leaves that was neither allowed nor approved. */
const isLetThrough = ({ decision, approval }: Call): boolean =>
  decision?.kind === 'allow' || (decision?.kind === 'ask' && approval !== undefined);
