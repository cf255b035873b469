import type { Readable, Writable } from 'node:stream';
import { failed, type RpcReply } from '@toolmark/base';
import { toPrintable, toSeconds } from '@toolmark/reach';
import type { ConnectionEvents } from '../connection.ts';
import { ownError, tooLarge } from '../own-error.ts';
import type { Call } from './call.ts';
import type { Dialect } from './envelope.ts';
import { createLineReader, createLineWriter } from './json-lines.ts';
import { MAX_MESSAGE_BYTES, MAX_OUTGOING, UNREAD_MS, USUAL_ANSWER } from './limits.ts';
import { createMultiplexer, type Multiplexer } from './multiplexer.ts';

/** A multiplexer over two streams: one JSON message per line. */
export interface Pipe {
  readonly mux: Multiplexer;
  readonly warnings: () => readonly string[];
  /** Stops reading and writing; the streams are left to who opened them. */
  readonly detach: () => void;
}

export interface PipeOptions {
  /** What the server writes. */
  readonly input: Readable;
  /** What the server reads. */
  readonly output: Writable;
  readonly events: ConnectionEvents;
  readonly dialect: Dialect;
  /** The far end closed one of the streams. */
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

  const callOf = (line: string): Call | undefined => {
    if (NO_ANSWER.test(line)) return undefined;
    return mux.pending(Number((ANSWER.exec(line) ?? ANSWER_END.exec(line.slice(-END_CHARACTERS)))?.[1]));
  };
  const hearNoise = (line: string): void => {
    noise++;
    if (sample === '') sample = toPrintable(line);
    // Half an answer would keep its caller waiting for the rest until the time is up.
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
    // Where it may have been the answer to any of them, none can be sure to get one.
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
      // What comes next waits in the pipe, not in memory.
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
  // Who cannot be written to any more is of no use, even while it still talks.
  for (const event of ['close', 'error'] as const) output.on(event, onEnd);
  // Ends that came before anybody listened.
  if (input.readableEnded || input.destroyed || output.destroyed) queueMicrotask(onClose);

  return {
    mux,
    warnings: () => [
      ...(noise === 0 ? [] : [noiseWarning(noise, sample)]),
      ...(overflows === 0 ? [] : [`The server sent messages of more than ${LARGEST}, which were left out.`]),
      ...(writer.unreadMs() < UNREAD_MS ? [] : [UNREAD]),
    ],
    detach: () => {
      writer.close();
      input.off('data', onData);
      for (const event of ENDINGS) input.off(event, onClose);
      for (const event of ['close', 'error'] as const) output.off(event, onEnd);
      // An error after the end has nobody to go to, and without a listener it would end the process.
      input.on('error', ignore);
      output.on('error', ignore);
    },
  };
}

const ENDINGS = ['end', 'close', 'error'] as const;

/** The beginning of an answer that says whose it is. Further in, an `id` could be part of a result. */
const ANSWER = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*"?(\d{1,15})"?\s*,/;

/** The end of an answer that says so last: whatever ends with the text is the outermost object. */
const ANSWER_END = /,\s*"id"\s*:\s*"?(\d{1,15})"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;
const END_CHARACTERS = 256;

/** The beginning of a question or a notification. */
const NO_ANSWER =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?(?:"id"\s*:\s*(?:"[^"\\]{0,128}"|\d{1,15})\s*,\s*)?"method"\s*:/;

const LARGEST = `${MAX_MESSAGE_BYTES / 1024 ** 2} MiB`;
const UNREAD = `The server has left unread for more than ${toSeconds(UNREAD_MS)} what it was sent; it may hang.`;
const NOT_READING = failed(
  ownError('upstreamBusy', 'The server does not read what it is sent, and too much waits for it already.'),
);

function whatIsWrong(line: string): string {
  try {
    JSON.parse(line);
    return 'The server sent an answer that does not say that it is JSON-RPC 2.0.';
  } catch {
    return 'The server sent an answer that is no valid JSON.';
  }
}

function noiseWarning(count: number, sample: string): string {
  const lines = count === 1 ? 'a line that is no MCP message' : `${count} lines that are no MCP messages`;
  return `The server printed ${lines} on stdout (such as '${sample}'); it should log on stderr.`;
}

function ignore(): void {}
