import { createWaiting, initializeParams, type RawClient, REQUEST_TIMEOUT_MS } from './raw-client.ts';
import { createSseEvents } from './sse-events.ts';

/** A client of HTTP+SSE, the transport of 2024: requests are posted, responses arrive on one long stream. */
export async function createSseClient(url: string): Promise<RawClient> {
  const waiting = createWaiting();
  const abort = new AbortController();
  const { promise: endpoint, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error('the stream named no endpoint')), REQUEST_TIMEOUT_MS);
  const ended = follow().catch((error: unknown) => {
    reject(error instanceof Error ? error : new Error(String(error)));
    waiting.fail('the stream ended');
  });

  async function follow(): Promise<void> {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: abort.signal });
    if (!response.ok || response.body === null) throw new Error(`GET ${url} answered ${response.status}`);
    const eventsIn = createSseEvents();
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      for (const { event, data } of eventsIn(chunk)) {
        if (event === 'endpoint') resolve(new URL(data, url).href);
        else if (data.startsWith('{')) waiting.hear(data);
      }
    }
    throw new Error('the stream ended');
  }

  const address = await endpoint.finally(() => clearTimeout(timer));
  const post = async (message: object): Promise<void> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    await response.arrayBuffer();
  };
  let nextId = 1;
  const request: RawClient['request'] = (method, params = {}) => {
    const id = nextId++;
    return waiting.wait(id, () => post({ id, method, params }));
  };
  await request('initialize', initializeParams);
  await post({ method: 'notifications/initialized' });
  return {
    era: 'legacy',
    request,
    async close() {
      abort.abort();
      await ended;
    },
  };
}
