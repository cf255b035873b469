import { isJsonObject } from '@toolmark/annotations';
import {
  createPause,
  type JsonObject,
  parseInSlices,
  parseJson,
  type RpcError,
  type RpcId,
  yieldTurn,
} from '@toolmark/base';
import { tooLarge, tooManyBytes, tooManyValues } from '../own-error.ts';
import { type AnswerLimits, LIST_ANSWER, MAX_MESSAGE_DEPTH } from './limits.ts';

/** Receives the messages a reader parses. */
export interface MessageSink {
  /** `size` is set for long messages. */
  readonly onMessage: (message: RpcMessage, size?: MessageSize) => void;
  /** A text that is not a protocol message. */
  readonly onNoise: (text: string) => void;
  /** A text above its limits. */
  readonly onExcess: (text: string, excess: RpcError) => void;
  /** The limits of a long text, if its start or end identifies the request; otherwise the largest in use. */
  readonly limitsOf?: (text: string) => AnswerLimits | undefined;
  /** A long text is being parsed: pause the source meanwhile. */
  readonly onBusy?: (isBusy: boolean) => void;
}

export interface MessageSize {
  readonly bytes: number;
  readonly values: number;
}

/** Parses texts in order, each one message or a batch. */
export interface MessageReader {
  readonly read: (text: string) => void;
  /** Resolves when everything is parsed; `undefined` if nothing is pending. */
  readonly busy: () => Promise<void> | undefined;
  /** The number of characters to be parsed. */
  readonly waiting: () => number;
}

/** Shorter texts are parsed at once: whatever they contain, it takes little time. */
const SHORT = 64 * 1024;

/**
 * Long texts are parsed in slices, so that one server does not block the others, and are delivered in a separate turn.
 * Later texts wait for them.
 */
export function createMessageReader(sink: MessageSink): MessageReader {
  const queue: string[] = [];
  let waiting = 0;
  let reading: Promise<void> | undefined;

  const readShort = (text: string): void => {
    const messages = parseMessages(text);
    if (messages !== undefined) for (const message of messages) sink.onMessage(message);
    else if (text.trim() !== '') sink.onNoise(text);
  };
  const readLong = async (text: string): Promise<void> => {
    const { bytes, values } = sink.limitsOf?.(text) ?? LIST_ANSWER;
    // Check before parsing: a single string cannot be parsed in slices. A character takes at least one byte.
    if (text.length > bytes) {
      sink.onExcess(text, tooManyBytes(bytes));
      return;
    }
    const limits = { depth: MAX_MESSAGE_DEPTH, values };
    const read = await parseInSlices(text, { limits, pause: createPause() }).catch(() => undefined);
    await yieldTurn();
    if (read?.kind === 'beyond') {
      sink.onExcess(text, read.limit === 'depth' ? tooLarge(`${limits.depth} levels`) : tooManyValues(limits.values));
      return;
    }
    const messages = read === undefined ? undefined : toMessages(read.value);
    if (read === undefined || messages === undefined) sink.onNoise(text);
    else {
      const size = { bytes: Buffer.byteLength(text), values: read.values };
      for (const message of messages) sink.onMessage(message, size);
    }
  };
  const readAll = async (): Promise<void> => {
    sink.onBusy?.(true);
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      if (text.length <= SHORT) readShort(text);
      else await readLong(text);
      waiting -= text.length;
    }
    reading = undefined;
    sink.onBusy?.(false);
  };

  return {
    read: (text) => {
      if (reading === undefined && text.length <= SHORT) {
        readShort(text);
        return;
      }
      queue.push(text);
      waiting += text.length;
      reading ??= readAll();
    },
    busy: () => reading,
    waiting: () => waiting,
  };
}

/** An object that claims to be JSON-RPC 2.0; its other fields are not validated yet. */
export interface RpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function isRpcMessage(value: unknown): value is RpcMessage {
  return isJsonObject(value) && value['jsonrpc'] === '2.0';
}

/** The messages in a text: one, or several in a legacy batch. `undefined` for anything else. */
export function parseMessages(text: string): readonly RpcMessage[] | undefined {
  try {
    return toMessages(parseJson(text));
  } catch {
    return undefined;
  }
}

/** The messages in a parsed value. */
function toMessages(value: unknown): readonly RpcMessage[] | undefined {
  if (isRpcMessage(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isRpcMessage) ? value : undefined;
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number';
}

/** The valid error of an answer, unchanged; otherwise `undefined`. */
export function readRpcError(value: unknown): RpcError | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, message, data } = value;
  if (typeof code !== 'number') return undefined;
  return { code, message: typeof message === 'string' ? message : '', ...(data !== undefined && { data }) };
}

export function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
