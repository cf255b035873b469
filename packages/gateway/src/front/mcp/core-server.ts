import { Server, type ServerCapabilities, type ServerContext, type Transport } from '@modelcontextprotocol/server';
import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject, RpcError, RpcReply } from '@toolmark/base';
import type { CoreDescription } from '../../core/core.ts';
import { metaOf } from './messages.ts';

/** Answers one request that came through the SDK. */
export type AnswerRequest = (method: string, params: JsonObject, context: ServerContext) => Promise<RpcReply>;

/**
 * A server of the SDK that knows the handshake and nothing else: every request goes to `answer`, and its result back
 * without being looked into.
 */
export function createCoreServer(description: CoreDescription, answer: AnswerRequest): Server {
  const { serverInfo, capabilities, instructions } = description;
  const server = new CoreServer(
    { ...serverInfo, name: String(serverInfo['name']), version: String(serverInfo['version']) },
    {
      // Said by servers, or by us about them: passed on as it is.
      capabilities: capabilities as ServerCapabilities,
      ...(instructions !== undefined && { instructions }),
    },
  );
  server.fallbackRequestHandler = async (request, context) => {
    const reply = await answer(request.method, paramsOf(request.params, context), context);
    if (reply.kind === 'error') throw new ReplyError(reply.error);
    return reply.kind === 'json' ? JSON.parse(reply.json.toString('utf8')) : reply.result;
  };
  return server;
}

class CoreServer extends Server {
  override connect(transport: Transport): Promise<void> {
    // Answered by the core, which knows more than the SDK does. They are put in place at different times, the last one
    // right before connecting.
    for (const method of ['ping', 'logging/setLevel', 'server/discover']) this.removeRequestHandler(method);
    return super.connect(transport);
  }
}

/** How the SDK wants to be told of an error that goes out as it is. */
class ReplyError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor({ code, message, data }: RpcError) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The params as the client sent them: the SDK takes out what belongs to 2026-07-28. */
function paramsOf(params: unknown, { mcpReq }: ServerContext): JsonObject {
  const rest = isJsonObject(params) ? params : {};
  const { envelope, inputResponses } = mcpReq;
  const state = mcpReq.requestState();
  return {
    ...rest,
    ...(envelope !== undefined && { _meta: { ...metaOf(rest), ...envelope } }),
    ...(inputResponses !== undefined && { inputResponses }),
    ...(state !== undefined && { requestState: state }),
  };
}
