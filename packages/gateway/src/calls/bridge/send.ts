import { failed, type JsonObject, META, type RpcError, type RpcNotification, type RpcReply } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Caller } from '../../model/caller.ts';
import { capabilitiesOf, headersForServer, paramsForServer } from '../era/envelope.ts';
import type { Ear } from './ear.ts';
import type { Leg } from './leg.ts';
import type { Line } from './line.ts';
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
  /** Made of its arguments, beside those that the caller sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asked right before it leaves: with what it is refused instead. */
  readonly check?: () => RpcError | undefined;
  /** What of `_meta` goes on to the server. */
  readonly meta: JsonObject | undefined;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Where questions of the server go, and who hears of it. */
  readonly leg: Leg;
  readonly wantsProgress: boolean;
}

export interface SendDeps {
  readonly lines: Lines;
  readonly eraOf: (server: UpstreamServer) => 'modern' | 'legacy' | undefined;
  /** Log messages and others that came on the stream of a request. */
  readonly onNotification: (ear: Ear, server: UpstreamServer, notification: RpcNotification) => void;
  /** For what must not happen: makes an error reply of what was thrown. */
  readonly bug: (error: unknown, where: string) => RpcReply;
}

export function createSend({ lines, eraOf, onNotification, bug }: SendDeps): Send {
  const request = (sending: Sending, line: Line, end: (reply: RpcReply) => RpcReply): Promise<RpcReply> => {
    const { server, method, params, names, caller, check, signal, leg, wantsProgress } = sending;
    return server
      .request(method, paramsForServer(params, names, metaOf(sending)), {
        signal,
        ...(check && { check }),
        headers: headersForServer(caller.headers, sending.headers),
        client: { info: caller.client, capabilities: capabilitiesOf(caller) },
        onRequest: (question, about, withdrawn?: AbortSignal) => {
          const answer = leg.ask(question, about, withdrawn);
          line.admit();
          return answer.then((reply) => reply ?? dismissal(question, 'The request ended before an answer.'));
        },
        onNotification: (notification) => {
          const hearing = leg.ear();
          if (hearing !== undefined) onNotification(hearing, server, notification);
        },
        ...(wantsProgress && { onProgress: (progress: JsonObject) => notifyProgress(leg.ear(), progress) }),
      })
      .then(end, (error: unknown) => end(bug(error, `${method} at '${server.name}'`)));
  };

  /** An older client sets its level once; a 2026-07-28 server wants it with every request. */
  const metaOf = ({ meta, caller, server, leg }: Sending): JsonObject | undefined => {
    if (caller.era === 'modern') return meta;
    const logLevel = leg.ear()?.logLevel;
    if (logLevel === undefined || eraOf(server) !== 'modern') return meta;
    return { ...meta, [META.logLevel]: logLevel };
  };

  return (sending) => {
    const { server, leg, caller } = sending;
    const line = lines.of(server);
    const end = (reply: RpcReply): RpcReply => {
      if (isAbandoned(reply)) line.abandon(leg);
      else line.leave(leg);
      leg.end(reply);
      return reply;
    };
    if (line.enter(leg)) return request(sending, line, end);
    return line.wait(leg, caller.signal).then((refused) => {
      if (refused === undefined) return request(sending, line, end);
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
