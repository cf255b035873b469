import { LONGEST_TIMER_MS } from '@toolmark/base';
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, MAX_MESSAGE_BYTES, SHORTEST_RETRY_MS } from '../limits.ts';
import { createMessageReader } from '../message-reader.ts';
import { LIST_CHANGES } from '../multiplexer.ts';
import type { ResponseHead } from './client.ts';
import { createEventReader, type EventReader } from './event-reader.ts';
import { streamHeaders } from './headers.ts';
import { retryDelay } from './retry-delay.ts';
import { type HttpSession, headerContext, loseSession, noteTrouble } from './session.ts';
import { networkTrouble } from './trouble.ts';

export interface StandaloneStream {
  /** Resolves when the server has opened it, or refused. */
  readonly opened: Promise<void>;
  readonly close: () => void;
}

/**
 * The GET stream for a legacy server's unsolicited messages. It is optional: a refusal is no error. After it ends, it
 * is resumed.
 */
export function openStandaloneStream(session: HttpSession): StandaloneStream {
  const { promise: opened, resolve: onOpened } = Promise.withResolvers<void>();
  let abort: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reader: EventReader | undefined;
  let lastEventId: string | undefined;
  let asked: number | undefined;
  let failures = 0;
  let openedAt = Number.POSITIVE_INFINITY;
  /** Whether it delivered a message. */
  let wasHeard = false;
  let wasOpen = false;

  const countNoise = (): void => {
    session.noise++;
  };
  const messages = createMessageReader({
    onMessage: (message, size) => {
      if (!session.mux.receive(message, undefined, size)) countNoise();
    },
    onNoise: countNoise,
    onExcess: countNoise,
  });
  const reopen = (): void => {
    if (session.mux.isOver()) return;
    if (performance.now() - openedAt > FIRST_RETRY_MS) failures = 0;
    // A server that ends the stream after each message expects frequent requests, but not as fast as it can answer.
    const longest = wasHeard ? FIRST_RETRY_MS : LONGEST_RETRY_MS;
    timer = setTimeout(open, retryDelay(asked ?? FIRST_RETRY_MS, failures++, longest));
  };

  const onStart = (head: ResponseHead): void => {
    onOpened();
    reader = undefined;
    if (head.status >= 500) return;
    if (head.status >= 300 || head.mediaType !== 'text/event-stream' || head.encoding !== undefined) {
      close();
      // A server may refuse the first stream with any status; but refusing a later one means that the session is lost.
      if (wasOpen && session.id !== undefined && (head.status === 404 || head.status === 400)) {
        loseSession(session, head.status);
      }
      return;
    }
    // A server with event ids replays missed messages; otherwise refetch.
    if (wasOpen && lastEventId === undefined) {
      for (const method of Object.values(LIST_CHANGES)) session.mux.receive({ jsonrpc: '2.0', method });
    }
    wasOpen = true;
    openedAt = performance.now();
    reader = createEventReader(
      {
        onEvent: ({ name, data, id }) => {
          if (id !== undefined) lastEventId = id === '' ? undefined : id;
          if (name !== 'message' || data === '') return;
          wasHeard = true;
          if (messages.waiting() + data.length <= MAX_MESSAGE_BYTES) messages.read(data);
          else session.noise++;
        },
        onRetry: (ms) => {
          asked = Math.min(Math.max(ms, SHORTEST_RETRY_MS), LONGEST_TIMER_MS);
        },
        onOverflow: () => {
          session.noise++;
          close();
        },
      },
      MAX_MESSAGE_BYTES,
    );
  };

  const open = (): void => {
    openedAt = Number.POSITIVE_INFINITY;
    wasHeard = false;
    const headers = streamHeaders(headerContext(session), lastEventId);
    abort = session.client.send(
      { method: 'GET', headers },
      {
        onStart,
        onData: (chunk) => reader?.push(chunk),
        onEnd: reopen,
        onFailure: (code) => {
          onOpened();
          noteTrouble(session, networkTrouble(session.shown, code));
          reopen();
        },
      },
    );
  };

  const close = (): void => {
    clearTimeout(timer);
    abort?.();
  };

  open();
  return { opened, close };
}
