import { type Clock, errorOf, failed, type JsonObject, type RpcReply } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import { dismissal, isQuestion, refusal } from './questions.ts';
import { createLine, type Line } from './turn-queue.ts';
import type { Ear } from './upstream-request.ts';
import { type Leg, NOBODY } from './upstream-request.ts';

/**
 * Which requests are under way at which server, so that what names no request finds its way. On the pipe of an older server
 * neither questions nor log messages refer to the call that caused them. As long as all requests there are of one party,
 * and no other was there a moment ago, there is no doubt. At a server that asks, requests of different parties take turns.
 */
export interface Lines {
  readonly of: (server: UpstreamServer) => Line;
  /** A question of a server that names no request. Never shown to a client that could not have caused it. */
  readonly question: (server: UpstreamServer, question: Question) => Promise<RpcReply>;
  /** Who hears a message of a server that names no request; `idle` when none is under way, so that it is nobody's own. */
  readonly hearer: (server: UpstreamServer) => Ear | 'idle' | undefined;
  /** The way to a session on the stream of a request, if it has one under way at this server. */
  readonly earOf: (server: UpstreamServer, session: string) => Ear | undefined;
  /** The state of a server changed. */
  readonly onStatus: (server: UpstreamServer) => void;
  /** Lets go of everything that waits for its time. */
  readonly close: () => void;
}

interface Question {
  readonly method: string;
  readonly params: JsonObject;
  /** Aborted when the server does not want to know any more. */
  readonly withdrawn?: AbortSignal | undefined;
}

export interface LinesOptions {
  readonly clock: Clock;
  readonly servers: () => readonly UpstreamServer[];
  /** Told when the clients of a server begin to take turns. */
  readonly onTurns: (server: string) => void;
}

export function createLines({ clock, servers, onTurns }: LinesOptions): Lines {
  /** A server that is taken out of the config, or comes back changed, is another one. */
  const known = new WeakMap<UpstreamServer, { readonly line: Line; connection: number | undefined }>();
  const lineOf = (server: UpstreamServer): Line => {
    const line = known.get(server)?.line;
    if (line !== undefined) return line;
    const made = createLine(server.name, clock);
    known.set(server, { line: made, connection: connectionOf(server) });
    return made;
  };
  const takeTurns = (server: UpstreamServer): void => {
    if (lineOf(server).takeTurns()) onTurns(server.name);
  };
  return {
    of: lineOf,
    question: async (server, { method, params, withdrawn }) => {
      if (!isQuestion(method)) return refusal({}, method, params);
      const line = lineOf(server);
      const first = line.certain();
      // Many servers ask for roots as soon as they are connected, and never again.
      const isAboutRequest = method !== 'roots/list';
      if (first === 'nobody') {
        if (isAboutRequest) line.askedLate();
        return dismissal(method, 'No request is under way whose client could be asked.');
      }
      if (first === 'unclear') {
        takeTurns(server);
        return failed(errorOf('upstreamBusy', UNCLEAR));
      }
      const { party } = first;
      if (isAboutRequest && party !== NOBODY) takeTurns(server);
      const asked = new Set<Leg>();
      for (;;) {
        const leg = line
          .legs()
          .findLast((each) => each.party === party && !asked.has(each) && each.canAnswer(method, params));
        if (leg === undefined) break;
        asked.add(leg);
        const answer = leg.ask(method, params, withdrawn);
        line.admit();
        const reply = await answer;
        if (reply !== undefined) return reply;
        // That request ended, so the server meant another one: of the same party, whoever else has come meanwhile.
        // If it withdrew the question, none takes it.
      }
      return asked.size === 0 ? refusal({}, method, params) : dismissal(method, 'The request ended before an answer.');
    },
    hearer: (server) => {
      const line = lineOf(server);
      const legs = line.legs();
      const [first] = legs;
      if (first === undefined) return 'idle';
      const { session } = first;
      for (const leg of legs) if (leg !== first && (session === undefined || leg.session !== session)) return undefined;
      return line.mayHear(session) ? legs.findLast((leg) => leg.ear() !== undefined)?.ear() : undefined;
    },
    earOf: (server, session) =>
      lineOf(server)
        .legs()
        .findLast((leg) => leg.session === session)
        ?.ear(),
    onStatus: (server) => {
      const entry = known.get(server);
      const connection = connectionOf(server);
      if (entry === undefined || entry.connection === connection) return;
      entry.connection = connection;
      entry.line.renew();
    },
    close: () => {
      for (const server of servers()) known.get(server)?.line.close();
    },
  };
}

const UNCLEAR =
  'Requests of several clients are under way, or were a moment ago, so it is unclear whom to ask. Clients take turns at this server now; try again.';

/** The how-manieth connection of a server this is; `undefined` while there is none. */
function connectionOf(server: UpstreamServer): number | undefined {
  const { era, restarts } = server.status();
  return era === undefined ? undefined : restarts;
}
