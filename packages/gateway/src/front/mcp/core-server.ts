import { Server, type ServerCapabilities, type ServerContext, type Transport } from '@modelcontextprotocol/server';
import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject, RpcError, RpcReply } from '@toolmark/base';
import type { CoreDescription } from '../../core/core.ts';
import { metaOf } from './messages.ts';

/** Answers one request that came through the SDK. */
export type AnswerRequest = (method: string, params: JsonObject, context: ServerContext) => Promise<RpcReply>;

/**
 * A server of the SDK that handles the handshake only: every other request goes to `answer`, whose result is sent without the SDK's
 * validation.
 */
export function createCoreServer(description: CoreDescription, answer: AnswerRequest): Server {
  const { serverInfo, capabilities, instructions } = description;
  const server = new CoreServer(
    { ...serverInfo, name: String(serverInfo['name']), version: String(serverInfo['version']) },
    {
      // The capabilities come from servers or from the core; the SDK's schema is not applied to them.
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
    // The core answers these. The SDK registers its own handlers at different times, the last one right before it connects.
    for (const method of ['ping', 'logging/setLevel', 'server/discover']) this.removeRequestHandler(method);
    return super.connect(transport);
  }
}

/** The SDK sends the code, message and data of a thrown error unchanged. */
class ReplyError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor({ code, message, data }: RpcError) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Restores the params that the client sent: the SDK removes those of 2026-07-28. */
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
