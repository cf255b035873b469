import { Pool } from 'undici';
import { exchange } from './exchange.ts';
import { createMessageRouter } from './message-router.ts';
import type { RawClient } from './raw-client.ts';
import { createEventSplitter, eventData } from './server-sent-events.ts';

const CONNECTIONS = 33;

/** A client of the older HTTP+SSE transport: requests are posted, all answers arrive on one stream. Legacy era only. */
export async function connectSse(address: string): Promise<RawClient> {
  const url = new URL(address);
  // The stream has its own pool: it never ends, and must not use a connection of the calls.
  const stream = new Pool(url.origin, { connections: 1, bodyTimeout: 0 });
  const posts = new Pool(url.origin, { connections: CONNECTIONS });
  const endpoint = Promise.withResolvers<string>();
  const headers = { 'content-type': 'application/json' };
  const router = createMessageRouter('legacy', async (body) => {
    const { status } = await exchange(posts, { path: await endpoint.promise, method: 'POST', headers, body });
    if (status >= 300) throw new Error(`HTTP ${status}`);
  });
  const failPending = (error: Error): void => {
    endpoint.reject(error);
    router.fail(error);
  };
  const split = createEventSplitter((block) => {
    const data = eventData(block);
    if (data === undefined) return;
    if (/^event: ?endpoint\r?$/m.test(block)) endpoint.resolve(data);
    else router.receive(data);
  });
  const decoder = new TextDecoder();
  stream.dispatch(
    { path: url.pathname, method: 'GET', headers: { accept: 'text/event-stream' } },
    {
      onRequestStart: () => {},
      onResponseStart: (_controller, status) => {
        if (status !== 200) failPending(new Error(`HTTP ${status}`));
      },
      onResponseData: (_controller, chunk) => split(decoder.decode(chunk, { stream: true })),
      onResponseEnd: () => failPending(new Error('the event stream ended')),
      onResponseError: (_controller, error) => failPending(error),
    },
  );
  const close = async (): Promise<void> => {
    await Promise.all([stream.destroy(), posts.destroy()]);
  };
  try {
    await endpoint.promise;
    await router.handshake();
  } catch (error) {
    await close();
    throw error;
  }
  return { request: router.request, close };
}
