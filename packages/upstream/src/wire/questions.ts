import { errorOf, failed, type JsonObject, type RpcId, type RpcReply, result } from '@toolmark/base';

/** Questions of a server and their answers. */
export interface Questions {
  readonly ask: (id: RpcId, method: string, params: JsonObject, handler: QuestionHandler) => void;
  /** Withdraws a question so that it is not answered. Returns whether it existed. */
  readonly takeBack: (id: RpcId) => boolean;
  readonly clear: () => void;
}

type QuestionHandler = (method: string, params: JsonObject, withdrawn: AbortSignal) => Promise<RpcReply>;

/** The supported questions. Servers may send others only if we declared the capability. */
const KNOWN: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

export function createQuestions(send: (text: string) => void): Questions {
  const open = new Map<RpcId, AbortController>();

  const answer = (id: RpcId, reply: RpcReply): void => {
    // Already serialized results are sent without parsing.
    if (reply.kind === 'json') send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${reply.json}}`);
    else if (reply.kind === 'result') send(JSON.stringify({ jsonrpc: '2.0', id, result: reply.result }));
    else send(JSON.stringify({ jsonrpc: '2.0', id, error: reply.error }));
  };

  const takeBack = (id: RpcId): boolean => {
    const question = open.get(id);
    if (question === undefined) return false;
    open.delete(id);
    question.abort();
    return true;
  };

  const passOn = (id: RpcId, method: string, params: JsonObject, handler: QuestionHandler): void => {
    // If a server reuses an id, only the later question can be meant.
    takeBack(id);
    const question = new AbortController();
    open.set(id, question);
    const onReply = (reply: RpcReply): void => {
      if (open.get(id) !== question) return;
      open.delete(id);
      answer(id, reply);
    };
    handler(method, params, question.signal).then(onReply, () =>
      onReply(failed(errorOf('internal', 'The client could not answer.'))),
    );
  };

  return {
    ask: (id, method, params, handler) => {
      if (method === 'ping') answer(id, result({}));
      else if (!KNOWN.has(method)) answer(id, failed(errorOf('methodNotFound', `'${method}' is not supported.`)));
      else passOn(id, method, params, handler);
    },
    takeBack,
    clear: () => {
      for (const id of open.keys()) takeBack(id);
    },
  };
}
