import { failed, type JsonObject, META, type RpcNotification, type RpcReply } from '../../rpc.ts';
import type { UpstreamServer } from '../../upstream/server.ts';
import type { Caller } from '../caller.ts';
import { capabilitiesOf, headersForServer, paramsForServer } from '../era/envelope.ts';
import type { Ear } from './ear.ts';
import type { Leg } from './leg.ts';
import type { Lines } from './lines.ts';
import { dismissal } from './questions.ts';

/** Sends one request to a server, as soon as it is its caller's turn there. Never rejects. */
export type Send = (sending: Sending) => Promise<RpcReply>;

interface Sending {
  readonly server: UpstreamServer;
  readonly method: string;
  readonly params: JsonObject;
  /** What is called otherwise at the server. */
  readonly names: JsonObject;
  /** What of `_meta` goes on to the server. */
  readonly meta: JsonObject | undefined;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Where questions of the server go. */
  readonly leg: Leg;
  /** Who hears of it at the moment; nobody while it is parked. */
  readonly ear: () => Ear | undefined;
  readonly wantsProgress: boolean;
}

export interface SendDeps {
  readonly lines: Lines;
  readonly eraOf: (server: UpstreamServer) => 'modern' | 'legacy' | undefined;
  /** Log messages and others that came on the stream of a request. */
  readonly onNotification: (ear: Ear, server: string, notification: RpcNotification) => void;
  /** For what must not happen: makes an error reply of what was thrown. */
  readonly bug: (error: unknown, where: string) => RpcReply;
}

export function createSend({ lines, eraOf, onNotification, bug }: SendDeps): Send {
  const request = (sending: Sending, end: (reply: RpcReply) => RpcReply): Promise<RpcReply> => {
    const { server, method, params, names, caller, signal, leg, ear, wantsProgress } = sending;
    return server
      .request(method, paramsForServer(params, names, metaOf(sending)), {
        signal,
        headers: headersForServer(caller.headers),
        client: { info: caller.client, capabilities: capabilitiesOf(caller) },
        onRequest: (question, about) =>
          leg.ask(question, about).then((reply) => reply ?? dismissal(question, 'The request ended before an answer.')),
        onNotification: (notification) => {
          const hearing = ear();
          if (hearing !== undefined) onNotification(hearing, server.name, notification);
        },
        ...(wantsProgress && { onProgress: (progress: JsonObject) => notifyProgress(ear(), progress) }),
      })
      .then(end, (error: unknown) => end(bug(error, `${method} at '${server.name}'`)));
  };

  /** An older client sets its level once; a 2026-07-28 server wants it with every request. */
  const metaOf = ({ meta, caller, server, ear }: Sending): JsonObject | undefined => {
    if (caller.era === 'modern') return meta;
    const logLevel = ear()?.logLevel;
    if (logLevel === undefined || eraOf(server) !== 'modern') return meta;
    return { ...meta, [META.logLevel]: logLevel };
  };

  return (sending) => {
    const { server, leg, caller } = sending;
    const line = lines.of(server.name);
    const end = (reply: RpcReply): RpcReply => {
      if (isAbandoned(reply)) line.abandon(leg);
      else line.leave(leg);
      leg.end(reply);
      return reply;
    };
    if (line.enter(leg)) return request(sending, end);
    return line.wait(leg, caller.signal).then((refused) => {
      if (refused === undefined) return request(sending, end);
      const reply = failed(refused);
      leg.end(reply);
      return reply;
    });
  };
}

/** Replies of ours to requests that the server may still be working on. */
const ABANDONED: ReadonlySet<unknown> = new Set(['cancelled', 'upstreamTimeout']);

function isAbandoned(reply: RpcReply): boolean {
  if (reply.kind !== 'error') return false;
  const { data } = reply.error;
  return typeof data === 'object' && data !== null && 'error' in data && ABANDONED.has(data.error);
}

function notifyProgress(ear: Ear | undefined, progress: JsonObject): void {
  if (ear?.progressToken === undefined) return;
  ear.caller.notify('notifications/progress', { ...progress, progressToken: ear.progressToken });
}
