import { err, ok, type Result } from '@toolmark/annotations';
import { settlesWithin, systemClock } from '@toolmark/base';
import type { UrlTarget } from '@toolmark/reach';
import { withTokens } from '../../auth/signed-client.ts';
import type { TokenSource } from '../../auth/token-source.ts';
import type { ConnectionEvents } from '../../connection.ts';
import { GOODBYE_MS, STREAM_OPEN_MS } from '../limits.ts';
import { createMultiplexer } from '../multiplexer.ts';
import type { Dialect, PendingRequest } from '../pending-request.ts';
import { DISCONNECTED, type Fault, type Wire } from '../wire.ts';
import { CallStream } from './call-stream.ts';
import { createHttpClient } from './client.ts';
import { readEndpoint } from './endpoint.ts';
import { streamHeaders } from './headers.ts';
import { postMessage } from './post-message.ts';
import { createHttpSession, type HttpSession, headerContext, warningsOf } from './session.ts';
import { openStandaloneStream, type StandaloneStream } from './standalone-stream.ts';

/** Connects to a server over streamable HTTP, in either era. */
export function openHttp(
  target: UrlTarget,
  events: ConnectionEvents,
  dialect: Dialect,
  tokens?: TokenSource,
): Result<Wire, Fault> {
  const endpoint = readEndpoint(target);
  if (!endpoint.ok) return err(endpoint.error);
  const plain = createHttpClient(endpoint.value);
  const client = tokens === undefined ? plain : withTokens(plain, tokens);
  const mux = createMultiplexer(
    {
      send: (text, call) => {
        if (call === undefined) void postMessage(session, text);
        else post(text, call);
      },
      abandon: (call) => {
        call.transportHandle?.abandon();
        return mux.dialect().era === 'legacy';
      },
    },
    events,
    dialect,
  );
  const session = createHttpSession(target, endpoint.value, client, mux, tokens);
  let standalone: StandaloneStream | undefined;
  let closing: Promise<void> | undefined;

  const post = (text: string, call: PendingRequest): void => {
    const stream = new CallStream(session, call);
    call.transportHandle = stream;
    stream.post(text);
  };
  const close = async (isHurried: boolean): Promise<void> => {
    standalone?.close();
    // A legacy server keeps its session until the client deletes it.
    if (!isHurried && session.id !== undefined) await settlesWithin(endSession(session), GOODBYE_MS, systemClock);
    await settlesWithin(client.close(), GOODBYE_MS, systemClock);
  };
  void mux.drained.then(() => {
    closing ??= close(true);
    return closing;
  });

  return ok({
    transport: 'http',
    mux,
    onAgreed: async () => {
      session.isAgreed = true;
      if (mux.dialect().era === 'modern') return;
      await postMessage(session, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
      if (mux.isOver()) return;
      standalone = openStandaloneStream(session);
      // Messages before the stream opens are lost, and the first question may come with the first call. Some servers
      // send no headers before the first message, so the wait is short.
      await settlesWithin(standalone.opened, STREAM_OPEN_MS, systemClock);
    },
    status: () => session.status,
    fault: () => session.trouble,
    stderrTail: () => [],
    warnings: () => warningsOf(session),
    close: (isHurried = false) => {
      closing ??= close(isHurried);
      mux.end(DISCONNECTED);
      return closing;
    },
  });
}

function endSession(session: HttpSession): Promise<void> {
  return new Promise((resolve) => {
    const headers = streamHeaders(headerContext(session));
    const sink = { onStart: () => {}, onData: () => {}, onEnd: resolve, onFailure: () => resolve() };
    session.client.send({ method: 'DELETE', headers }, sink);
  });
}
