import { createPause, giveWay, parseInSlices, type RpcError } from '@toolmark/base';
import { tooLarge, tooManyBytes, tooManyValues } from '../own-error.ts';
import { type AnswerLimits, LIST_ANSWER, MAX_MESSAGE_DEPTH } from './limits.ts';
import { parseMessages, type RpcMessage, toMessages } from './message.ts';

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
    await giveWay();
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
