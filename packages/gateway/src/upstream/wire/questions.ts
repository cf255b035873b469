import { errorOf } from '../../errors.ts';
import { failed, type JsonObject, type RpcId, type RpcReply, result } from '../../rpc.ts';
import type { ConnectionEvents } from '../connection.ts';

/** What a server asks of us, and what becomes of it. */
export interface Questions {
  readonly ask: (id: RpcId, method: string, params: JsonObject, handler: ConnectionEvents['onRequest']) => void;
  /** The server takes a question back, so that it is not answered. Returns whether there was one. */
  readonly takeBack: (id: RpcId) => boolean;
  readonly clear: () => void;
}

/** What is passed on. Everything else we would have had to say that we can. */
const KNOWN: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

export function createQuestions(send: (text: string) => void): Questions {
  const open = new Set<RpcId>();

  const answer = (id: RpcId, reply: RpcReply): void => {
    if (!open.delete(id)) return;
    // A result that is already JSON is not taken apart to be put together again.
    if (reply.kind === 'json') send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${reply.json}}`);
    else if (reply.kind === 'result') send(JSON.stringify({ jsonrpc: '2.0', id, result: reply.result }));
    else send(JSON.stringify({ jsonrpc: '2.0', id, error: reply.error }));
  };

  return {
    ask: (id, method, params, handler) => {
      open.add(id);
      if (method === 'ping') answer(id, result({}));
      else if (!KNOWN.has(method)) answer(id, failed(errorOf('methodNotFound', `'${method}' is not known here.`)));
      else {
        handler(method, params).then(
          (reply) => answer(id, reply),
          () => answer(id, failed(errorOf('internal', 'The client could not answer.'))),
        );
      }
    },
    takeBack: (id) => open.delete(id),
    clear: () => open.clear(),
  };
}
