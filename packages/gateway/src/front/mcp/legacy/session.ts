import type { ServerResponse } from 'node:http';
import type { Clock, JsonObject, RpcId } from '@toolmark/base';
import type { SessionChannel } from '../../../model/caller.ts';
import type { Entrance } from '../../../model/entrance.ts';
import type { EventStream, EventStreams } from '../event-stream.ts';
import { createQuestions, type Questions } from './questions.ts';
import { type Cancellable, createRequests, type Requests } from './requests.ts';

/** The session of one older client, from `initialize` to its end. */
export interface Session {
  readonly id: string;
  /** Its current entrance, which changes with the config. */
  readonly entrance: () => Entrance;
  readonly protocolVersion: string;
  readonly client: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly requests: Requests;
  readonly questions: Questions;
  readonly channel: SessionChannel;
  readonly isStreaming: () => boolean;
  /** Makes a response the stream for messages that belong to no request. */
  readonly openStream: (res: ServerResponse) => void;
  /** Restarts the idle timeout. */
  readonly touch: () => void;
  readonly close: () => void;
}

export type SessionFacts = Pick<Session, 'id' | 'entrance' | 'protocolVersion' | 'client' | 'capabilities'> &
  Pick<SessionChannel, 'logLevel' | 'onLogLevel'>;

/** Change notifications that are kept while the client's stream is not open; equal ones count once. */
const MAX_MISSED = 64;

export function createSession(
  facts: SessionFacts,
  streams: EventStreams,
  clock: Pick<Clock, 'now'>,
  touch: () => void,
): Session {
  const requests = createRequests(clock);
  const questions = createQuestions();
  const missed = new Set<string>();
  let stream: EventStream | undefined;

  const notify = (method: string, params?: JsonObject): void => {
    const json = JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
    if (stream?.send(json) === true) return;
    if (isChange(method) && missed.size < MAX_MISSED) missed.add(json);
  };
  return {
    ...facts,
    requests,
    questions,
    channel: {
      id: facts.id,
      principal: facts.entrance().principal,
      mode: facts.entrance().mode,
      scope: () => facts.entrance().scope,
      notify,
      logLevel: facts.logLevel,
      onLogLevel: facts.onLogLevel,
    },
    isStreaming: () => stream !== undefined,
    openStream: (res) => {
      const opened = streams.open(res, {
        headers: { 'mcp-session-id': facts.id },
        onClose: () => {
          if (stream === opened) stream = undefined;
          touch();
        },
        // When the client reads again, it opens another stream, and gets the changes that it missed.
        onFull: () => opened.drop(),
      });
      stream = opened;
      const kept = [...missed];
      missed.clear();
      for (const json of kept) opened.send(json);
    },
    touch,
    close: () => {
      requests.abortAll();
      questions.close();
      stream?.end();
      stream = undefined;
    },
  };
}

/** Removes a request that has ended. */
export function endRequest(session: Session, id: RpcId, request: Cancellable): void {
  session.requests.end(id, request);
  session.touch();
}

/** Changes are kept for a client that is not listening; other notifications, such as log messages, are dropped. */
const isChange = (method: string): boolean =>
  method.endsWith('/list_changed') || method === 'notifications/resources/updated';
