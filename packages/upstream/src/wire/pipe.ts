import type { Readable, Writable } from 'node:stream';
import { failed, type RpcReply } from '@toolmark/base';
import { toPrintable, toSeconds } from '@toolmark/reach';
import type { ConnectionEvents } from '../connection.ts';
import { ownError, tooLarge } from '../own-error.ts';
import { createLineReader, createLineWriter } from './json-lines.ts';
import { MAX_MESSAGE_BYTES, MAX_OUTGOING, UNREAD_MS, USUAL_ANSWER } from './limits.ts';
import { createMultiplexer, type Multiplexer } from './multiplexer.ts';
import type { Dialect, PendingRequest } from './pending-request.ts';

/** A multiplexer over two streams: one JSON message per line. */
export interface Pipe {
  readonly mux: Multiplexer;
  readonly warnings: () => readonly string[];
  /** Stops reading and writing; the streams belong to the caller. */
  readonly detach: () => void;
}

export interface PipeOptions {
  /** What the server writes. */
  readonly input: Readable;
  /** What the server reads. */
  readonly output: Writable;
  readonly events: ConnectionEvents;
  readonly dialect: Dialect;
  /** The server closed one of the streams. */
  readonly onEnd: () => void;
}

export function openPipe({ input, output, events, dialect, onEnd }: PipeOptions): Pipe {
  const writer = createLineWriter(output, MAX_OUTGOING);
  const mux = createMultiplexer(
    {
      send: (text, call) => {
        if (!writer.write(text) && call !== undefined) mux.settle(call, NOT_READING);
      },
      abandon: () => true,
    },
    events,
    dialect,
  );
  let noise = 0;
  let sample = '';
  let overflows = 0;

  const callOf = (line: string): PendingRequest | undefined => {
    if (NO_ANSWER.test(line)) return undefined;
    return mux.pending(Number((ANSWER.exec(line) ?? ANSWER_END.exec(line.slice(-END_CHARACTERS)))?.[1]));
  };
  const hearNoise = (line: string): void => {
    noise++;
    if (sample === '') sample = toPrintable(line);
    // An unparsable answer would make its caller wait until the timeout.
    const call = callOf(line);
    if (call !== undefined) mux.settle(call, failed(ownError('upstreamBroken', whatIsWrong(line))));
  };
  const onOverflow = (beginning: string): void => {
    overflows++;
    settleFor(beginning, failed(tooLarge(LARGEST)));
  };
  const settleFor = (beginning: string, reply: RpcReply): void => {
    const call = callOf(beginning);
    if (call !== undefined) mux.settle(call, reply);
    // The oversized line may have answered any pending request, so fail all of them.
    else if (!NO_ANSWER.test(beginning)) mux.settleAll(reply);
  };
  const reader = createLineReader(
    {
      onMessage: (message, size) => {
        if (!mux.receive(message, undefined, size)) hearNoise(JSON.stringify(message));
      },
      onNoise: hearNoise,
      onExcess: (text, excess) => settleFor(text, failed(excess)),
      limitsOf: (text) => {
        if (NO_ANSWER.test(text)) return USUAL_ANSWER;
        const call = callOf(text);
        return call === undefined ? mux.largestAnswer() : (call.exchange.answer ?? USUAL_ANSWER);
      },
      onOverflow,
      // Further data waits in the pipe, not in memory.
      onBusy: (isBusy) => (isBusy ? input.pause() : input.resume()),
    },
    MAX_MESSAGE_BYTES,
  );
  const onData = (chunk: Buffer | string): void => reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  const onClose = (): void => {
    reader.end();
    const busy = reader.busy();
    if (busy === undefined) onEnd();
    else void busy.then(onEnd);
  };
  input.on('data', onData);
  for (const event of ENDINGS) input.on(event, onClose);
  // A server that accepts no input is useless, even if it still writes.
  for (const event of ['close', 'error'] as const) output.on(event, onEnd);
  // The streams may have ended before we listened.
  if (input.readableEnded || input.destroyed || output.destroyed) queueMicrotask(onClose);

  return {
    mux,
    warnings: () => [
      ...(noise === 0 ? [] : [noiseWarning(noise, sample)]),
      ...(overflows === 0 ? [] : [`The server sent messages of more than ${LARGEST}, which were ignored.`]),
      ...(writer.unreadMs() < UNREAD_MS ? [] : [UNREAD]),
    ],
    detach: () => {
      writer.close();
      input.off('data', onData);
      for (const event of ENDINGS) input.off(event, onClose);
      for (const event of ['close', 'error'] as const) output.off(event, onEnd);
      // An error after the end has no handler, and would crash the process.
      input.on('error', ignore);
      output.on('error', ignore);
    },
  };
}

const ENDINGS = ['end', 'close', 'error'] as const;

/** The beginning of an answer with its id. Further in, an `id` could be part of a result. */
const ANSWER = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*"?(\d{1,15})"?\s*,/;

/** The end of an answer with its id: the text's last fields belong to the outermost object. */
const ANSWER_END = /,\s*"id"\s*:\s*"?(\d{1,15})"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;
const END_CHARACTERS = 256;

/** The beginning of a request or a notification. */
const NO_ANSWER =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?(?:"id"\s*:\s*(?:"[^"\\]{0,128}"|\d{1,15})\s*,\s*)?"method"\s*:/;

const LARGEST = `${MAX_MESSAGE_BYTES / 1024 ** 2} MiB`;
const UNREAD = `The server has not read its input for more than ${toSeconds(UNREAD_MS)}; it may hang.`;
const NOT_READING = failed(ownError('upstreamBusy', 'The server does not read its input, and its queue is full.'));

function whatIsWrong(line: string): string {
  try {
    JSON.parse(line);
    return 'The server sent an answer that is not JSON-RPC 2.0.';
  } catch {
    return 'The server sent an answer that is not valid JSON.';
  }
}

function noiseWarning(count: number, sample: string): string {
  const lines = count === 1 ? 'a line that is not an MCP message' : `${count} lines that are not MCP messages`;
  return `The server printed ${lines} on stdout (such as '${sample}'); it should log on stderr.`;
}

function ignore(): void {}
