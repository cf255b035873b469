import type { IncomingHttpHeaders } from 'node:http';
import type { Era, JsonObject } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { Entrance } from '../../model/entrance.ts';
import { paramHeadersOf } from './request-headers.ts';

/** The connection to a client while its request is under way. */
export interface RequestChannel {
  readonly signal: AbortSignal;
  /** Sends a message on the stream of the request. `false` if it cannot reach the client. */
  send(json: string): boolean;
}

export interface CallerFacts extends Pick<Caller, 'protocolVersion' | 'session' | 'client'> {
  readonly entrance: Entrance;
  /** The conversation that the headers of the request name. */
  readonly conversation: string | undefined;
  readonly era: Era;
  readonly capabilities: JsonObject;
  readonly ask: Caller['ask'];
}

/**
 * The caller of a request over HTTP. A class, because one is created for every call and accessors in an object literal cost a microsecond.
 * It must not be spread, which would lose the accessors.
 */
export class HttpCaller implements Caller {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly principal: string;
  readonly mode: Entrance['mode'];
  readonly scope: Entrance['scope'];
  readonly menu: Entrance['menu'];
  readonly ceiling: Entrance['ceiling'];
  readonly mayAnswer: boolean;
  readonly session: string | undefined;
  readonly client: JsonObject | undefined;
  readonly conversation: string | undefined;
  readonly capabilities: JsonObject;
  readonly notify: Caller['notify'];
  readonly ask: Caller['ask'];
  readonly #channel: RequestChannel;
  readonly #headers: IncomingHttpHeaders | undefined;

  /** @param headers of the request, in revisions whose headers are passed on to servers */
  constructor(facts: CallerFacts, channel: RequestChannel, headers?: IncomingHttpHeaders) {
    this.era = facts.era;
    this.protocolVersion = facts.protocolVersion;
    const { entrance } = facts;
    this.principal = entrance.principal;
    this.mode = entrance.mode;
    this.scope = entrance.scope;
    this.menu = entrance.menu;
    this.ceiling = entrance.ceiling;
    this.mayAnswer = entrance.grant?.mayAnswer ?? true;
    this.session = facts.session;
    this.client = facts.client;
    this.conversation = facts.conversation;
    this.capabilities = facts.capabilities;
    this.ask = facts.ask;
    this.#channel = channel;
    this.#headers = headers;
    this.notify = (method, params) => {
      channel.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
    };
  }

  get signal(): AbortSignal {
    return this.#channel.signal;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#headers === undefined ? NONE : paramHeadersOf(this.#headers);
  }
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});
