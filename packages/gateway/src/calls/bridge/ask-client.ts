import { type Clock, errorOf, failed, type JsonObject, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import { ANSWER_MS } from './limits.ts';
import { dismissal } from './questions.ts';

/** Asks an older client. Resolves with a dismissal after the deadline, and with `undefined` when the controller was aborted. */
export function askClient(
  ask: NonNullable<Caller['ask']>,
  method: string,
  params: JsonObject,
  controller: AbortController,
  clock: Clock,
): Promise<RpcReply | undefined> {
  const { signal } = controller;
  return new Promise((resolve) => {
    const cancelDeadline = clock.after(ANSWER_MS, () => {
      settle(dismissal(method, 'The client did not answer in time.'));
      controller.abort();
    });
    const onAbort = (): void => settle(undefined);
    const settle = (reply: RpcReply | undefined): void => {
      cancelDeadline();
      signal.removeEventListener('abort', onAbort);
      resolve(reply);
    };
    if (signal.aborted) return settle(undefined);
    signal.addEventListener('abort', onAbort);
    ask(method, params, signal).then(settle, () =>
      settle(failed(errorOf('internal', 'The client could not be asked.'))),
    );
  });
}
