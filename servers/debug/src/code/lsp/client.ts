import type { Readable, Writable } from 'node:stream';
import type { DebugError } from '../../errors.ts';
import { createMessageReader, encodeMessage } from '../../framing.ts';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { late } from '../workspace/within.ts';

/** A connection to one language server. */
export interface LspClient {
  /**
   * Sends a request and settles by the deadline. The answer is not validated: the caller states its type, and gets
   * `null` if there is none.
   * @example await client.request<readonly LspLocation[]>('textDocument/definition', { textDocument, position }, deadline)
   */
  readonly request: <Answer>(method: string, params: object, deadline: AbortSignal) => Promise<Found<Answer | null>>;
  readonly notify: (method: string, params: object) => void;
  /** Fails all pending and later requests with this error. */
  readonly close: (error: DebugError) => void;
}

export interface LspListener {
  readonly onNotification: (method: string, params: unknown) => void;
  /** Handles requests from the server. */
  readonly onRequest: (method: string, params: unknown) => unknown;
  /** Called for a message that cannot be parsed. */
  readonly onNonsense: () => void;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Settle = (answer: Found<unknown>) => void;

export function createLspClient(
  name: string,
  streams: { readonly input: Readable; readonly output: Writable },
  listener: LspListener,
): LspClient {
  const waiting = new Map<number, Settle>();
  let closed: DebugError | undefined;
  let lastId = 0;
  const send = (message: object): void => {
    if (closed === undefined) streams.output.write(encodeMessage({ jsonrpc: '2.0', ...message }));
  };
  const receive = (message: unknown): void => {
    // Requests, notifications and responses differ in their fields.
    const { id, method, params, result, error } = message as Message;
    if (method !== undefined && id !== undefined) send({ id, result: listener.onRequest(method, params) ?? null });
    else if (method !== undefined) listener.onNotification(method, params);
    else if (typeof id === 'number') {
      const refused = error && { code: 'ANALYSIS_FAILED' as const, message: `${name} refused: ${error.message}` };
      waiting.get(id)?.(refused === undefined ? ok(result ?? null) : err(refused));
    }
  };
  const read = createMessageReader(receive);
  streams.input.on('data', (chunk: Buffer) => {
    try {
      if (closed === undefined) read(chunk);
    } catch {
      listener.onNonsense();
    }
  });
  return {
    request: <Answer>(method: string, params: object, deadline: AbortSignal) =>
      new Promise<Found<Answer | null>>((resolve) => {
        if (closed !== undefined) return resolve(err(closed));
        if (deadline.aborted) return resolve(err(late(`${method} of ${name}`)));
        lastId += 1;
        const id = lastId;
        const settle: Settle = (answer) => {
          waiting.delete(id);
          deadline.removeEventListener('abort', cancel);
          resolve(answer as Found<Answer | null>);
        };
        const cancel = (): void => {
          send({ method: '$/cancelRequest', params: { id } });
          settle(err(late(`${method} of ${name}`)));
        };
        deadline.addEventListener('abort', cancel, { once: true });
        waiting.set(id, settle);
        send({ id, method, params });
      }),
    notify: (method, params) => send({ method, params }),
    close: (error) => {
      closed ??= error;
      for (const settle of [...waiting.values()]) settle(err(closed));
    },
  };
}
