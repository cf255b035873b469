import { isJsonObject } from '@toolmark/annotations';
import type { InspectLimits } from './limits.ts';

/** One line of a stdio connection: JSON-RPC messages (older servers may send batches) or noise. */
export type JsonLine =
  | { readonly kind: 'messages'; readonly messages: readonly RpcMessage[] }
  | { readonly kind: 'noise'; readonly text: string };

/** An object that claims to be JSON-RPC 2.0. The SDK validates the rest. */
interface RpcMessage {
  readonly jsonrpc: '2.0';
  readonly [key: string]: unknown;
}

/** Splits a byte stream into lines and parses each. */
export interface JsonLines {
  /** The lines completed by these bytes, or `undefined` once a limit is exceeded. */
  readonly push: (chunk: Uint8Array) => readonly JsonLine[] | undefined;
  /** The text after the last newline, once the stream has ended. */
  readonly end: () => readonly JsonLine[];
}

const NEWLINE = 0x0a;

/**
 * @example
 * const lines = createJsonLines(DEFAULT_LIMITS);
 * lines.push(Buffer.from('Server ready\n{"jsonrpc":"2.0",'));
 * // [{ kind: 'noise', text: 'Server ready' }]
 */
export function createJsonLines(limits: Pick<InspectLimits, 'messageBytes' | 'sessionBytes'>): JsonLines {
  // Join chunks only when their line is complete: joining on every chunk is quadratic for a large list.
  let open: Uint8Array[] = [];
  let openBytes = 0;
  let sessionBytes = 0;
  let overflowed = false;

  const takeLine = (last: Uint8Array): readonly JsonLine[] => {
    const text = Buffer.concat([...open, last])
      .toString('utf8')
      .trim();
    open = [];
    openBytes = 0;
    return text === '' ? [] : [readLine(text)];
  };

  return {
    push: (chunk) => {
      sessionBytes += chunk.length;
      overflowed ||= sessionBytes > limits.sessionBytes;
      const lines: JsonLine[] = [];
      let start = 0;
      for (;;) {
        const newline = chunk.indexOf(NEWLINE, start);
        const stop = newline === -1 ? chunk.length : newline;
        overflowed ||= openBytes + stop - start > limits.messageBytes;
        if (overflowed) {
          open = [];
          return undefined;
        }
        const part = chunk.subarray(start, stop);
        if (newline === -1) {
          open.push(part);
          openBytes += part.length;
          return lines;
        }
        lines.push(...takeLine(part));
        start = newline + 1;
      }
    },
    end: () => (overflowed ? [] : takeLine(new Uint8Array())),
  };
}

function readLine(text: string): JsonLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'noise', text };
  }
  const messages = Array.isArray(value) ? value : [value];
  if (messages.length === 0 || !messages.every(isRpcMessage)) return { kind: 'noise', text };
  return { kind: 'messages', messages };
}

function isRpcMessage(value: unknown): value is RpcMessage {
  return isJsonObject(value) && value['jsonrpc'] === '2.0';
}
