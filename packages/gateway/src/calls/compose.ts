import type { RpcReply } from '@toolmark/base';
import type { Call } from '../model/call.ts';

/**
 * A step of every call. It returns what `next()` gives, something made of it, or a reply of its own instead.
 *
 * @example
 * const refuseAtNight: Step = (call, next) => (isNight() ? Promise.resolve(failed(closed)) : next());
 */
export type Step = (call: Call, next: () => Promise<RpcReply>) => Promise<RpcReply>;

/**
 * Makes one function of the steps, the first outermost. A step that throws is a rejection to the ones around it.
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
      // A second run would do the tool's work twice, whatever its hints say.
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
