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

/** What a reader of texts finds in them. */
export interface MessageSink {
  /** `size` is there where the message is long. */
  readonly onMessage: (message: RpcMessage, size?: MessageSize) => void;
  /** A text that is no message of the protocol. */
  readonly onNoise: (text: string) => void;
  /** A text that has more in it than it may have. */
  readonly onExcess: (text: string, excess: RpcError) => void;
  /** What a long text may come to, where that can be told from its ends; else as much as any. */
  readonly limitsOf?: (text: string) => AnswerLimits | undefined;
  /** A long text is being read, or no longer: nothing should be sent meanwhile. */
  readonly onBusy?: (isBusy: boolean) => void;
}

export interface MessageSize {
  readonly bytes: number;
  readonly values: number;
}

/** Reads texts, each of them one message or a batch, in the order in which they come. */
export interface MessageReader {
  readonly read: (text: string) => void;
  /** Resolves when everything was read; `undefined` where it is already. */
  readonly busy: () => Promise<void> | undefined;
  /** Characters that wait to be read. */
  readonly waiting: () => number;
}

/** What is shorter is read at once: nobody has to wait long for it, whatever is in it. */
const SHORT = 64 * 1024;

/**
 * Long texts are read in slices, so that one server does not keep the callers of the others waiting, and handed on in a turn of
 * their own. Texts that come meanwhile wait for them.
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
    // Before it is parsed: a single string cannot be parsed in slices. A character takes at least one byte.
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

/** An object that claims to be JSON-RPC 2.0. Nothing else about it has been checked. */
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

/** The messages in a text: one, or several where an older server batches them. `undefined` if it is something else. */
export function parseMessages(text: string): readonly RpcMessage[] | undefined {
  try {
    return toMessages(parseJson(text));
  } catch {
    return undefined;
  }
}

/** The messages that a value is. */
function toMessages(value: unknown): readonly RpcMessage[] | undefined {
  if (isRpcMessage(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isRpcMessage) ? value : undefined;
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number';
}

/** The error of an answer, as it came where it is one; `undefined` where there is none. */
export function readRpcError(value: unknown): RpcError | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, message, data } = value;
  if (typeof code !== 'number') return undefined;
  return { code, message: typeof message === 'string' ? message : '', ...(data !== undefined && { data }) };
}

export function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
