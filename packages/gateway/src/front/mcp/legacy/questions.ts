import { isJsonObject } from '@toolmark/annotations';
import { errorOf, failed, type JsonObject, type RpcError, type RpcReply, result } from '@toolmark/base';

/** Requests to an older client that it has not answered yet. */
export interface Questions {
  /** Sends a request with `send`, which returns whether it could, and waits for the answer or until `signal` is aborted. */
  readonly ask: (
    send: (json: string) => boolean,
    method: string,
    params: JsonObject,
    signal: AbortSignal,
  ) => Promise<RpcReply>;
  /** Handles a response of the client. `false` if it answers no open request. */
  readonly answer: (response: JsonObject) => boolean;
  /** Ends all open requests, because the client is gone. */
  readonly close: () => void;
}

export function createQuestions(): Questions {
  const waiting = new Map<number, (reply: RpcReply) => void>();
  let next = 1;
  return {
    ask: (send, method, params, signal) => {
      if (signal.aborted) return Promise.resolve(failed(NOT_WANTED));
      const id = next++;
      if (!send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))) return Promise.resolve(failed(NOT_REACHED));
      return new Promise((resolve) => {
        const settle = (reply: RpcReply): void => {
          waiting.delete(id);
          signal.removeEventListener('abort', onAbort);
          resolve(reply);
        };
        const onAbort = (): void => {
          const params = { requestId: id, reason: 'The answer is no longer needed.' };
          send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
          settle(failed(NOT_WANTED));
        };
        signal.addEventListener('abort', onAbort);
        waiting.set(id, settle);
      });
    },
    answer: (response) => {
      const { id, error } = response;
      const settle = typeof id === 'number' ? waiting.get(id) : undefined;
      if (settle === undefined) return false;
      if (isJsonObject(response['result'])) settle(result(response['result']));
      else settle(failed(isError(error) ? error : NO_ANSWER));
      return true;
    },
    close: () => {
      for (const settle of [...waiting.values()]) settle(failed(NOT_REACHED));
    },
  };
}

const NOT_WANTED = errorOf('cancelled', 'The question was withdrawn.');
const NOT_REACHED = errorOf('cancelled', 'The client is no longer connected, so it cannot be asked.');
const NO_ANSWER = errorOf('invalidRequest', 'The response of the client is not valid in the protocol.');

const isError = (value: unknown): value is RpcError & JsonObject =>
  isJsonObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
