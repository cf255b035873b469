import type { IncomingMessage, ServerResponse } from 'node:http';
import { UnsupportedProtocolVersionError } from '@modelcontextprotocol/server';
import { isJsonObject } from '@toolmark/annotations';
import { ERRORS, errorOf, META, MODERN_VERSION } from '@toolmark/base';
import { catalogFor } from '../../../catalog/current-catalog.ts';
import type { Entrance } from '../../../model/entrance.ts';
import type { McpFrontDeps } from '../deps.ts';
import { answer, type ExchangeOptions, type Exchanges } from '../exchange.ts';
import { HttpCaller } from '../http-caller.ts';
import { modernStatusOf, sendAccepted, sendError } from '../http-reply.ts';
import { metaOf, type RequestMessage } from '../messages.ts';
import {
  acceptsStream,
  checkParamHeaders,
  checkStandardHeaders,
  conversationIn,
  RELAY_HEADER,
} from '../request-headers.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Serves revision 2026-07-28, in which requests have no session. */
export interface Modern {
  readonly serveRequest: (
    req: IncomingMessage,
    res: ServerResponse,
    entrance: Entrance,
    message: RequestMessage,
    revision: string | undefined,
  ) => void;
  readonly serveNotification: (res: ServerResponse, revision: string | undefined) => void;
}

export function createModern(deps: McpFrontDeps, exchanges: Exchanges, subscriptions: Subscriptions): Modern {
  const { catalog } = deps;

  /** The error for a request that must not reach the core; `undefined` for all others. */
  const problemWith = (req: IncomingMessage, message: RequestMessage, { scope, mode }: Entrance) => {
    const { method, params } = message;
    const wrong = checkStandardHeaders(message, req.headers);
    if (wrong !== undefined) return wrong;
    if (method === 'initialize') return errorOf('methodNotFound', 'Method not found');
    if (method !== 'tools/call' || mode === 'search' || req.headers[RELAY_HEADER] !== undefined) return undefined;
    const name = params?.['name'];
    const declared =
      typeof name === 'string' ? catalogFor(catalog(), { scope }).toolsByName.get(name)?.paramHeaders : undefined;
    if (declared === undefined || declared.length === 0) return undefined;
    return checkParamHeaders(declared, params?.['arguments'], req.headers);
  };

  return {
    serveRequest: (req, res, entrance, message, revision) => {
      const { id, method, params } = message;
      if (revision !== MODERN_VERSION) return refuseRevision(res, revision, id);
      const problem = problemWith(req, message, entrance);
      if (problem !== undefined) return sendError(res, modernStatusOf(problem), problem, id);
      if (method === 'subscriptions/listen') return subscriptions.serve(req, res, entrance, message);
      const meta = metaOf(params);
      const client = meta[META.clientInfo];
      const capabilities = meta[META.clientCapabilities];
      const options = acceptsStream(req.headers.accept) ? STREAMING : PLAIN;
      const exchange = exchanges.open(id, res, options, undefined, entrance.principal);
      const caller = new HttpCaller(
        {
          era: 'modern',
          protocolVersion: MODERN_VERSION,
          entrance,
          session: undefined,
          client: isJsonObject(client) ? client : undefined,
          conversation: conversationIn(req.headers),
          capabilities: isJsonObject(capabilities) ? capabilities : {},
          ask: undefined,
        },
        exchange,
        req.headers,
      );
      answer(deps, exchange, message, caller);
    },
    serveNotification: (res, revision) => {
      if (revision !== MODERN_VERSION) return refuseRevision(res, revision, null);
      // No notification of this revision has an effect here, but the protocol requires accepting them.
      sendAccepted(res);
    },
  };
}

// In this revision, clients cancel by closing the connection.
const STREAMING: ExchangeOptions = { statusOf: modernStatusOf, streams: true, cancelOnClose: true };
const PLAIN: ExchangeOptions = { ...STREAMING, streams: false };

function refuseRevision(res: ServerResponse, revision: string | undefined, id: RequestMessage['id'] | null): void {
  const { code, message, data } = new UnsupportedProtocolVersionError({
    supported: [MODERN_VERSION],
    requested: revision ?? 'unknown',
  });
  sendError(res, ERRORS.unsupportedVersion.http, { code, message, data }, id);
}
