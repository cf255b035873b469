import type { ServerResponse } from 'node:http';
import type { Clock, JsonObject, RpcId } from '@toolmark/base';
import type { SessionChannel } from '../../../model/caller.ts';
import type { Entrance } from '../../../model/entrance.ts';
import type { EventStream, EventStreams } from '../event-stream.ts';
import { createQuestions, type Questions } from './questions.ts';
import { type Cancellable, createRequests, type Requests } from './requests.ts';

/** One older client, from `initialize` until it is gone. */
export interface Session {
  readonly id: string;
  /** By which door it came, as that is now. */
  readonly entrance: () => Entrance;
  readonly protocolVersion: string;
  readonly client: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly requests: Requests;
  readonly questions: Questions;
  readonly channel: SessionChannel;
  readonly isStreaming: () => boolean;
  /** Makes a response the stream for everything that belongs to no request. */
  readonly openStream: (res: ServerResponse) => void;
  /** It was used just now: the time it may be idle begins anew. */
  readonly touch: () => void;
  readonly close: () => void;
}

export type SessionFacts = Pick<Session, 'id' | 'entrance' | 'protocolVersion' | 'client' | 'capabilities'>;

/** How many changes are kept for a client whose stream is not open (yet); a list that changed twice counts once. */
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
    },
    isStreaming: () => stream !== undefined,
    openStream: (res) => {
      const opened = streams.open(res, {
        headers: { 'mcp-session-id': facts.id },
        onClose: () => {
          if (stream === opened) stream = undefined;
          touch();
        },
        // It opens another one when it reads again, and hears then what it missed.
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

/** A request of the session has ended. */
export function endRequest(session: Session, id: RpcId, request: Cancellable): void {
  session.requests.end(id, request);
  session.touch();
}

/** Log messages are only worth something at the time; a change has to be heard. */
const isChange = (method: string): boolean =>
  method.endsWith('/list_changed') || method === 'notifications/resources/updated';
