import { failed } from '@toolmark/base';
import { TAKE_MS } from '../limits.ts';
import { parseMessages, readRpcError } from '../message-reader.ts';
import type { PendingRequest } from '../pending-request.ts';
import { createBody } from './body.ts';
import type { ResponseHead } from './client.ts';
import { postHeaders } from './headers.ts';
import { type HttpSession, headerContext, isSessionLost, loseSession, noteTrouble, troubleOf } from './session.ts';
import { networkTrouble, type Trouble, troubleReply } from './trouble.ts';

/** The most that is read of an error body. */
const MAX_BYTES = 64 * 1024;

/**
 * Posts a message whose answer, if any, arrives elsewhere: a notification, an answer to a question, and everything over
 * HTTP+SSE. Resolves when it was accepted or refused, or timed out; a refused request is settled with the error.
 */
export function postMessage(session: HttpSession, body: string, path?: string, call?: PendingRequest): Promise<void> {
  return new Promise((resolve) => {
    const answer = createBody(MAX_BYTES);
    let head: ResponseHead | undefined;
    const refused = (trouble: Trouble): void => {
      if (call !== undefined) session.mux.settle(call, troubleReply(trouble, head?.status));
      noteTrouble(session, trouble);
    };
    const onRefusal = (given: ResponseHead): void => {
      const messages = parseMessages(answer.text());
      const error = readRpcError(messages?.[0]?.error);
      if (isSessionLost(session, given.status, messages)) loseSession(session, given.status);
      else if (call !== undefined && error !== undefined) session.mux.settle(call, failed(error));
      else refused(troubleOf(session, given));
    };
    const isCall = call !== undefined;
    const request = { method: 'POST', headers: postHeaders(headerContext(session)), body, isCall } as const;
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const abandon = (): void => {
      abort();
      done();
    };
    // A request's answer may arrive before its POST is accepted; until then, the POST has its own deadline.
    const onLate = (): void => {
      if (call !== undefined && session.mux.pending(call.id) === call) {
        timer.refresh();
        return;
      }
      if (call === undefined) session.untaken++;
      abandon();
    };
    const timer = setTimeout(onLate, TAKE_MS);
    const abort = session.client.send(path === undefined ? request : { ...request, path }, {
      onStart: (given) => {
        head = given;
      },
      onData: (chunk) => void answer.push(chunk),
      onEnd: () => {
        if (head !== undefined && head.status >= 300) onRefusal(head);
        done();
      },
      onFailure: (code) => {
        refused(networkTrouble(session.shown, code));
        done();
      },
    });
    if (call !== undefined) call.transportHandle = { abandon };
  });
}
