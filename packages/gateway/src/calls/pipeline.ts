import type { RpcReply } from '@toolmark/base';
import type { Call } from '../model/call.ts';

/** A call at its beginning: the steps fill in the rest. */
export function createCall(
  start: Pick<Call, 'id' | 'seq' | 'name' | 'params' | 'arguments' | 'caller' | 'startedAt'>,
): Call {
  return {
    id: start.id,
    seq: start.seq,
    name: start.name,
    params: start.params,
    arguments: start.arguments,
    caller: start.caller,
    startedAt: start.startedAt,
    tool: undefined,
    record: undefined,
    weighed: undefined,
    decision: undefined,
    approval: undefined,
    isContinued: false,
    cachedAgeMs: undefined,
    attempts: 0,
    failures: [],
    status: 'running',
  };
}

/**
 * A step of every call. It returns the reply of `next()`, a reply made from it, or a reply of its own.
 *
 * @example
 * const refuseAtNight: Step = (call, next) => (isNight() ? Promise.resolve(failed(closed)) : next());
 */
export type Step = (call: Call, next: () => Promise<RpcReply>) => Promise<RpcReply>;

/**
 * Combines steps into one function, the first outermost. If a step throws, the steps around it see a rejection.
 *
 * @example
 * const run = compose([finish, findTool, dispatch]);
 * const reply = await run(call);
 */
export function compose(steps: readonly Step[]): (call: Call) => Promise<RpcReply> {
  const run = (call: Call, index: number): Promise<RpcReply> => {
    const step = steps[index];
    if (step === undefined) return Promise.reject(new Error('No step of the pipeline answered the call.'));
    let called = false;
    const next = (): Promise<RpcReply> => {
      // A second run would repeat the tool's side effects, whatever its hints say.
      if (called) return Promise.reject(new Error(`Step '${step.name}' called next() twice.`));
      called = true;
      return run(call, index + 1);
    };
    try {
      return step(call, next);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return (call) => run(call, 0);
}
