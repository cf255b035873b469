import { errorOf, failed, type JsonObject, type RpcId, type RpcReply, result } from '@toolmark/base';

/** What a server asks of us, and what becomes of it. */
export interface Questions {
  readonly ask: (id: RpcId, method: string, params: JsonObject, handler: QuestionHandler) => void;
  /** The server takes a question back, so that it is not answered. Returns whether there was one. */
  readonly takeBack: (id: RpcId) => boolean;
  readonly clear: () => void;
}

type QuestionHandler = (method: string, params: JsonObject, withdrawn: AbortSignal) => Promise<RpcReply>;

/** What is passed on. Everything else we would have had to say that we can. */
const KNOWN: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

export function createQuestions(send: (text: string) => void): Questions {
  const open = new Map<RpcId, AbortController>();

  const answer = (id: RpcId, reply: RpcReply): void => {
    // A result that is already JSON is not taken apart to be put together again.
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
    // A server that uses an id twice can mean only the later question.
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
      else if (!KNOWN.has(method)) answer(id, failed(errorOf('methodNotFound', `'${method}' is not known here.`)));
      else passOn(id, method, params, handler);
    },
    takeBack,
    clear: () => {
      for (const id of open.keys()) takeBack(id);
    },
  };
}
