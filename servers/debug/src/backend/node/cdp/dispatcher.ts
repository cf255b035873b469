import { err, ok, type Result } from '../../../result.ts';
import type { AnswerOf, CdpEvent, Method, ParamsOf } from './protocol.ts';

/** The reason for a failed request. */
export interface CdpProblem {
  readonly kind: 'late' | 'closed' | 'refused';
  readonly message: string;
}

export type Answer<M extends Method> = Result<AnswerOf<M>, CdpProblem>;

/** Requests to one isolate, and its events. Every request has a timeout, and none rejects. */
export interface CdpSession {
  readonly send: <M extends Method>(method: M, params: ParamsOf<M>, timeoutMs?: number) => Promise<Answer<M>>;
  /** Returns a function that removes the listener. */
  readonly onEvent: (listener: (event: CdpEvent) => void) => () => void;
}

export interface Dispatcher extends CdpSession {
  readonly receive: (text: string) => void;
  /** Fails all pending requests with the reason. */
  readonly close: (why: string) => void;
  readonly waiting: () => number;
}

const ANSWER_MS = 5_000;

interface Waiting {
  readonly settle: (answer: Result<never, CdpProblem> | { readonly ok: true; readonly value: object }) => void;
}

/** Numbers requests and matches answers to them; `transmit` sends the text. */
export function createDispatcher(transmit: (text: string) => void): Dispatcher {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(event: CdpEvent) => void>();
  let last = 0;
  let closed: string | undefined;

  const send: CdpSession['send'] = (method, params, timeoutMs = ANSWER_MS) =>
    new Promise((resolve) => {
      if (closed !== undefined) return resolve(err({ kind: 'closed', message: closed }));
      last += 1;
      const id = last;
      const settle: Waiting['settle'] = (answer) => {
        clearTimeout(timer);
        waiting.delete(id);
        // The inspector is the only peer, so its answer has the method's shape.
        resolve(answer as Answer<typeof method>);
      };
      const late = () => settle(err({ kind: 'late', message: `${method} was not answered within ${timeoutMs} ms.` }));
      const timer = setTimeout(late, timeoutMs);
      waiting.set(id, { settle });
      transmit(JSON.stringify({ id, method, params }));
    });

  return {
    send,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: (text) => {
      const message = parseMessage(text);
      if (message === undefined) return;
      if (message.id === undefined) {
        for (const listener of [...listeners]) listener(message as unknown as CdpEvent);
        return;
      }
      const { error, result } = message;
      const answer = error === undefined ? ok(result ?? {}) : err({ kind: 'refused' as const, message: error.message });
      waiting.get(message.id)?.settle(answer);
    },
    close: (why) => {
      closed ??= why;
      for (const { settle } of [...waiting.values()]) settle(err({ kind: 'closed', message: why }));
    },
    waiting: () => waiting.size,
  };
}

interface Message {
  readonly id?: number;
  readonly result?: object;
  readonly error?: { readonly message: string };
}

function parseMessage(text: string): Message | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
