import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { ERRORS, errorOf, type JsonObject, type RpcId, type RpcReply } from '@toolmark/base';
import type { McpFrontDeps } from '../deps.ts';
import type { EventStream, EventStreams } from '../event-stream.ts';
import { answer, type Exchanges, type UnderWay } from '../exchange.ts';
import type { RequestChannel } from '../http-caller.ts';
import { errorText, replyText, sendAccepted, sendError } from '../http-reply.ts';
import { reportBug } from '../incident.ts';
import type { NotificationMessage, RequestMessage } from '../messages.ts';
import { callerOf } from './caller-of.ts';
import { handleNotification } from './handle-notification.ts';
import { endRequest, type Session } from './session.ts';

/** Messages in one batch: the SDK's limit. */
const MAX_BATCH = 100;

type ServeBatch = (session: Session, req: IncomingMessage, res: ServerResponse, messages: readonly unknown[]) => void;

/** Serves batches, which exist only in 2025-03-26: several messages in one POST, answered on one event stream. */
export function createBatches(deps: McpFrontDeps, streams: EventStreams, exchanges: Exchanges): ServeBatch {
  const start = (session: Session, res: ServerResponse, stream: EventStream, id: RpcId, onEnd: () => void) => {
    const request = createBatched(deps, stream, id, () => {
      ended();
      endRequest(session, id, request);
      onEnd();
    });
    const ended = exchanges.add(request, res);
    session.requests.begin(id, request);
    return request;
  };
  return (session, req, res, messages) => {
    if (messages.length > MAX_BATCH) {
      const error = errorOf('invalidRequest', `Invalid Request: Batch must not exceed ${MAX_BATCH} messages`);
      return sendError(res, ERRORS.invalidRequest.http, error);
    }
    if (!messages.every(isMessage)) {
      return sendError(res, ERRORS.parse.http, errorOf('parse', 'Parse error: Invalid JSON-RPC message'));
    }
    let open = messages.filter(isJSONRPCRequest).length;
    const stream = open === 0 ? undefined : streams.open(res);
    const onEnd = (): void => {
      open--;
      if (open === 0) stream?.end();
    };
    for (const message of messages) {
      if (stream !== undefined && isJSONRPCRequest(message)) {
        const request = start(session, res, stream, message.id, onEnd);
        answer(deps, request, message as RequestMessage, callerOf(session, request, req));
      } else if (isJSONRPCNotification(message)) handleNotification(session, message as NotificationMessage);
      else session.questions.answer(message as JsonObject);
    }
    if (stream === undefined) sendAccepted(res);
  };
}

/** One request of a batch. */
interface Batched extends UnderWay, RequestChannel {
  /** Aborts the work without an answer, because the client has cancelled the request. */
  cancel(): void;
}

function createBatched(
  deps: Pick<McpFrontDeps, 'log' | 'newId'>,
  stream: EventStream,
  id: RpcId,
  onEnd: () => void,
): Batched {
  const controller = new AbortController();
  let isDone = false;
  const end = (text?: string): void => {
    if (isDone) return;
    isDone = true;
    if (text !== undefined) stream.answer(text);
    onEnd();
  };
  const toText = (reply: RpcReply): string => {
    try {
      return replyText(id, reply);
    } catch (error) {
      return errorText(id, reportBug(deps, error));
    }
  };
  return {
    signal: controller.signal,
    send: (json) => !isDone && stream.send(json),
    abort: () => controller.abort(),
    finish: (reply) => {
      if (!isDone) end(toText(reply));
    },
    cancel: () => {
      controller.abort();
      end();
    },
  };
}

function isMessage(message: unknown): message is JSONRPCMessage {
  try {
    parseJSONRPCMessage(message);
    return true;
  } catch {
    return false;
  }
}
