import { err, ok, type Result } from '@toolmark/annotations';
import { failed, settlesWithin, systemClock } from '@toolmark/base';
import type { UrlTarget } from '@toolmark/reach';
import { withTokens } from '../../auth/signed-client.ts';
import type { TokenSource } from '../../auth/token-source.ts';
import type { ConnectionEvents } from '../../connection.ts';
import { ENDPOINT_MS, GOODBYE_MS, MAX_MESSAGE_BYTES } from '../limits.ts';
import { createMessageReader } from '../message-reader.ts';
import { createMultiplexer } from '../multiplexer.ts';
import type { Dialect, PendingRequest } from '../pending-request.ts';
import { DISCONNECTED, type Fault, type Wire } from '../wire.ts';
import { createHttpClient } from './client.ts';
import { readEndpoint } from './endpoint.ts';
import { createEventReader, type EventReader } from './event-reader.ts';
import { streamHeaders } from './headers.ts';
import { postMessage } from './post-message.ts';
import { createHttpSession, headerContext, troubleOf, warningsOf } from './session.ts';
import { networkTrouble } from './trouble.ts';

const LARGEST = `${MAX_MESSAGE_BYTES / 1024 ** 2} MiB`;

/**
 * Connects over HTTP+SSE, the transport of 2024-11-05: all messages arrive on one stream, whose first event is the
 * address for POSTs.
 */
export async function openSse(
  target: UrlTarget,
  events: ConnectionEvents,
  dialect: Dialect,
  signal: AbortSignal,
  tokens?: TokenSource,
): Promise<Result<Wire, Fault>> {
  const endpoint = readEndpoint(target);
  if (!endpoint.ok) return err(endpoint.error);
  const { url, shown } = endpoint.value;
  const plain = createHttpClient(endpoint.value);
  const client = tokens === undefined ? plain : withTokens(plain, tokens);
  const mux = createMultiplexer(
    {
      send: (text, call) => void post(text, call),
      abandon: (call) => {
        call.transportHandle?.abandon();
        return true;
      },
    },
    events,
    dialect,
  );
  const session = createHttpSession(target, endpoint.value, client, mux, tokens);
  const opened = Promise.withResolvers<Result<string, Fault>>();
  let inbox: string | undefined;
  let closing: Promise<unknown> | undefined;

  const post = (body: string, call?: PendingRequest): Promise<void> => postMessage(session, body, inbox, call);

  const onEvent = (name: string, data: string): void => {
    if (name === 'endpoint' && inbox === undefined) {
      const to = URL.canParse(data, url.href) ? new URL(data, url) : undefined;
      if (to?.origin === url.origin) {
        inbox = `${to.pathname}${to.search}`;
        opened.resolve(ok(inbox));
      } else
        opened.resolve(
          err({ message: `${shown} names another origin for messages, which is refused.`, retryable: false }),
        );
      return;
    }
    if (name !== 'message' || data === '') return;
    if (messages.waiting() + data.length > MAX_MESSAGE_BYTES) mux.end(`sent a message of more than ${LARGEST}`);
    else messages.read(data);
  };
  const messages = createMessageReader({
    onMessage: (message, size) => {
      if (!mux.receive(message, undefined, size)) session.noise++;
    },
    onNoise: () => {
      session.noise++;
    },
    // It may have been the answer to any request in progress.
    onExcess: (_text, excess) => mux.settleAll(failed(excess)),
    limitsOf: () => mux.largestAnswer(),
  });

  const silent = { message: `${shown} did not send its message endpoint in time.`, retryable: true };
  let timer: NodeJS.Timeout | undefined;
  let reader: EventReader | undefined;
  client.send(
    { method: 'GET', headers: streamHeaders(headerContext(session)) },
    {
      onStart: (head) => {
        session.status = head.status;
        if (head.status >= 300 || head.mediaType !== 'text/event-stream' || head.encoding !== undefined) {
          opened.resolve(err(troubleOf(session, head)));
          return;
        }
        timer = setTimeout(() => opened.resolve(err(silent)), ENDPOINT_MS);
        reader = createEventReader(
          {
            onEvent: ({ name, data }) => onEvent(name, data),
            onOverflow: () => mux.end(`sent a message of more than ${LARGEST}`),
          },
          MAX_MESSAGE_BYTES,
        );
      },
      onData: (chunk) => reader?.push(chunk),
      onEnd: () => {
        mux.end('closed the connection');
        opened.resolve(err({ message: `${shown} opened no HTTP+SSE stream; check the address.`, retryable: true }));
      },
      onFailure: (code) => {
        const trouble = networkTrouble(shown, code);
        opened.resolve(err(trouble));
        mux.end(trouble.over ?? 'closed the connection');
      },
    },
  );

  const close = async (): Promise<void> => {
    closing ??= settlesWithin(client.close(), GOODBYE_MS, systemClock);
    await closing;
  };
  void mux.drained.then(close);
  const onAbort = (): void => opened.resolve(err(silent));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  const outcome = await opened.promise;
  signal.removeEventListener('abort', onAbort);
  clearTimeout(timer);
  if (!outcome.ok) {
    mux.end(DISCONNECTED);
    await close();
    const { message, retryable } = outcome.error;
    return err({ message, retryable, ...(session.status !== undefined && { status: session.status }) });
  }
  return ok({
    transport: 'sse',
    mux,
    onAgreed: () => {
      session.isAgreed = true;
      return post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    },
    status: () => session.status,
    fault: () => session.trouble,
    stderrTail: () => [],
    warnings: () => warningsOf(session),
    close: () => {
      mux.end(DISCONNECTED);
      return close();
    },
  });
}
