import type { OutgoingHttpHeaders } from 'node:http';
import { isJsonObject } from '@toolmark/annotations';
import type { Clock, JsonObject } from '@toolmark/base';
import type { GatewayHttp, GatewayResponse } from './gateway-http.ts';

/** The session of an older client with the running gateway. The client does not notice that its messages are relayed. */
export interface JoinedSession {
  readonly isOpen: () => boolean;
  /** Sends one message in the session. `sent` is called when it was sent. */
  readonly post: (
    message: JsonObject | readonly unknown[],
    text: string,
    signal: AbortSignal,
    sent: () => void,
  ) => Promise<GatewayResponse>;
  readonly close: (signal: AbortSignal) => Promise<void>;
}

export interface JoinedSessionOptions {
  readonly http: GatewayHttp;
  readonly clock: Clock;
  readonly write: (line: string) => Promise<void>;
  readonly onGone: (error: unknown) => void;
  readonly over: AbortSignal;
}

/** The pause before the stream is opened again. It doubles after every failed attempt. */
const REOPEN_MS = 1_000;
const MAX_REOPEN_MS = 16_000;

export function createJoinedSession({ http, clock, write, onGone, over }: JoinedSessionOptions): JoinedSession {
  let introduction: string | undefined;
  let current: { readonly id: string; readonly version: string | undefined } | undefined;
  let renewal: Promise<void> | undefined;

  const headers = (): OutgoingHttpHeaders => ({
    ...(current !== undefined && { 'mcp-session-id': current.id }),
    ...(current?.version !== undefined && { 'mcp-protocol-version': current.version }),
  });

  /** Keeps the session that the gateway opened in its answer to `initialize`, and returns the answer. */
  const begin = async (response: GatewayResponse): Promise<GatewayResponse> => {
    const id = response.headers['mcp-session-id'];
    const messages: string[] = [];
    for await (const text of response.messages) messages.push(text);
    const version = messages.map(versionOf).find((found) => found !== undefined);
    if (typeof id === 'string') {
      current = { id, version };
      listen(id).catch(onGone);
    }
    return { ...response, messages: iterate(messages) };
  };

  /** Writes the messages that belong to no request, as long as this session lasts. */
  const listen = async (id: string): Promise<void> => {
    let pauseMs = REOPEN_MS;
    while (!over.aborted && current?.id === id) {
      const response = await http.get(headers(), over).catch(() => undefined);
      try {
        for await (const text of response?.messages ?? []) if (response?.status === 200) await write(text);
      } catch {
        // The stream broke off; it is opened again below.
      }
      if (response?.status === 404) return forget(id);
      if (response !== undefined && isFinal(response.status)) return;
      pauseMs = response?.status === 200 ? REOPEN_MS : Math.min(2 * pauseMs, MAX_REOPEN_MS);
      if (!over.aborted) await pause(clock, pauseMs, over);
    }
  };

  /** Opens a new session after a restart of the gateway. The client does not notice. */
  const forget = async (id: string): Promise<void> => {
    if (current?.id === id) current = undefined;
    await ensure();
  };
  const ensure = async (): Promise<void> => {
    if (current !== undefined || introduction === undefined) return;
    renewal ??= renew(introduction).finally(() => {
      renewal = undefined;
    });
    await renewal;
  };
  const renew = async (text: string): Promise<void> => {
    await exhaust(await begin(await http.post(text, {}, over).response));
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await exhaust(await http.post(initialized, headers(), over).response);
  };

  return {
    isOpen: () => current !== undefined,
    post: async (message, text, signal, sent) => {
      if (isJsonObject(message) && message['method'] === 'initialize') {
        introduction = text;
        current = undefined;
        // `sent` is called only after the answer, because following messages need the session.
        return begin(await http.post(text, {}, signal).response);
      }
      await ensure();
      const used = current?.id;
      const posted = http.post(text, headers(), signal);
      posted.sent.then(sent, sent);
      const response = await posted.response;
      if (response.status !== 404 || used === undefined) return response;
      await exhaust(response);
      await forget(used);
      return http.post(text, headers(), signal).response;
    },
    close: async (signal) => {
      if (current === undefined) return;
      const response = await http.delete(headers(), signal).catch(() => undefined);
      if (response !== undefined) await exhaust(response);
    },
  };
}

/** Whether a refusal is permanent. Temporary are 409, until the gateway notices the end of our last stream, and server errors around a restart. */
const isFinal = (status: number): boolean => status !== 200 && status !== 409 && status < 500;

/** Reads a response to its end, so that the connection can be used again. */
async function exhaust({ messages }: GatewayResponse): Promise<void> {
  for await (const _ of messages);
}

function versionOf(text: string): string | undefined {
  const message: unknown = JSON.parse(text);
  const result = isJsonObject(message) ? message['result'] : undefined;
  const version = isJsonObject(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

async function* iterate(values: readonly string[]): AsyncGenerator<string> {
  yield* values;
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener('abort', done);
  });
}
