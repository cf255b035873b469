import { errorOf, failed, type JsonObject, type RpcReply } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import { ABANDONED_MS } from './limits.ts';
import { dismissal, isQuestion, refusal } from './questions.ts';
import type { TurnQueues } from './turn-queue.ts';
import { type NotificationSink, UNASKABLE, type UpstreamRequest } from './upstream-request.ts';

/** Finds the client for questions and messages of a server that name no request, as on the pipe of an older server. */
export interface QuestionRouter {
  /** Asks the client of the request that must have caused the question; refuses if more than one could have. */
  readonly question: (server: UpstreamServer, question: Question) => Promise<RpcReply>;
  /** Where a message goes that names no request: `idle` if none is in progress, `undefined` if its request is ambiguous. */
  readonly sinkOf: (server: UpstreamServer) => NotificationSink | 'idle' | undefined;
  /** The stream of a request that this session has in progress at the server, if any. */
  readonly sinkOfSession: (server: UpstreamServer, session: string) => NotificationSink | undefined;
}

interface Question {
  readonly method: string;
  readonly params: JsonObject;
  /** Aborted when the server withdraws the question. */
  readonly withdrawn?: AbortSignal | undefined;
}

export interface QuestionRouterOptions {
  readonly queues: Pick<TurnQueues, 'of'>;
  /** Called when the clients of a server begin to take turns. */
  readonly onTurns: (server: string) => void;
}

export function createQuestionRouter({ queues, onTurns }: QuestionRouterOptions): QuestionRouter {
  const takeTurns = (server: UpstreamServer): void => {
    if (queues.of(server).takeTurns()) onTurns(server.name);
  };
  return {
    question: async (server, { method, params, withdrawn }) => {
      if (!isQuestion(method)) return refusal({}, method, params);
      const queue = queues.of(server);
      const first = queue.attribute();
      // Many servers ask for roots once, right after they connect: such a question has no request.
      const isAboutRequest = method !== 'roots/list';
      if (first === 'idle') {
        if (isAboutRequest) queue.noteLateQuestion();
        return dismissal(method, 'No request is in progress whose client could be asked.');
      }
      if (first === 'ambiguous') {
        takeTurns(server);
        return failed(errorOf('upstreamBusy', AMBIGUOUS));
      }
      if (first === 'abandoned') return failed(errorOf('upstreamBusy', ABANDONED));
      const { party } = first;
      if (isAboutRequest && party !== UNASKABLE) takeTurns(server);
      const asked = new Set<UpstreamRequest>();
      for (;;) {
        const request = queue
          .inProgress()
          .findLast((each) => each.party === party && !asked.has(each) && each.canAnswer(method, params));
        if (request === undefined) break;
        asked.add(request);
        const answer = request.ask(method, params, withdrawn);
        queue.admit();
        const reply = await answer;
        if (reply !== undefined) return reply;
        // That request ended without an answer, so the question belongs to another one of the same party.
        // If the server withdrew the question, none of them answers it.
      }
      return asked.size === 0 ? refusal({}, method, params) : dismissal(method, 'The request ended before an answer.');
    },
    sinkOf: (server) => {
      const queue = queues.of(server);
      const requests = queue.inProgress();
      const [first] = requests;
      if (first === undefined) return 'idle';
      const { session } = first;
      for (const request of requests)
        if (request !== first && (session === undefined || request.session !== session)) return undefined;
      return queue.mayNotify(session)
        ? requests.findLast((request) => request.sink() !== undefined)?.sink()
        : undefined;
    },
    sinkOfSession: (server, session) =>
      queues
        .of(server)
        .inProgress()
        .findLast((request) => request.session === session)
        ?.sink(),
  };
}

const ABANDONED = `A request of another client was cancelled, or timed out, in the last ${ABANDONED_MS / 1_000} seconds, and the server has not answered it. It may still run, so it is unclear which client to ask. Try again in ${ABANDONED_MS / 1_000} seconds.`;

const AMBIGUOUS =
  'Requests of several clients are in progress, or were a moment ago, so it is unclear which client to ask. Clients take turns at this server now; try again.';
