import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { toPrintable } from '@toolmark/reach';
import { createJsonLines, type JsonLine, type JsonLines } from './json-lines.ts';
import type { InspectLimits } from './limits.ts';
import type { WireProblem } from './problem.ts';

/**
 * MCP over two streams, one JSON message per line. Unlike the SDK's stdio transport it skips and records lines that are
 * not messages, passes messages on unvalidated, and does not close the streams.
 */
export class StreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines: JsonLines;
  #noise: { count: number; readonly sample: string } | undefined;
  #state: 'open' | 'ended' | 'overflowed' | 'closed' = 'open';

  constructor(input: Readable, output: Writable, limits: InspectLimits) {
    this.#input = input;
    this.#output = output;
    this.#lines = createJsonLines(limits);
  }

  /** `ended` when the other end closed the stream, `overflowed` when it exceeded a limit. */
  get state(): 'open' | 'ended' | 'overflowed' | 'closed' {
    return this.#state;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    for (const event of ['end', 'close', 'error'] as const) this.#input.on(event, this.#onEnd);
    // Ignore a broken pipe: the end of the input reports the same with a better explanation.
    this.#output.on('error', ignore);
    if (this.#input.readableEnded || this.#input.destroyed) this.#onEnd();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // The stream may have ended before the SDK was listening.
    if (this.#state !== 'open') throw new Error('the connection has ended');
    if (this.#output.writable) this.#output.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#stop('closed');
  }

  /** Ends the connection as if the other end had, when the caller knows that no more output will come. */
  end(): void {
    this.#onEnd();
  }

  problems(): readonly WireProblem[] {
    if (this.#noise === undefined) return [];
    const { count, sample } = this.#noise;
    const lines = count === 1 ? 'a line that is not an MCP message' : `${count} lines that are not MCP messages`;
    const message = `The server printed ${lines} on stdout; log on stderr instead.`;
    return [{ kind: 'stdout-noise', message, count, sample }];
  }

  readonly #onData = (chunk: Buffer | string): void => {
    const lines = this.#lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    if (lines === undefined) this.#stop('overflowed');
    else this.#deliver(lines);
  };

  readonly #onEnd = (): void => {
    if (this.#state !== 'open') return;
    this.#deliver(this.#lines.end());
    this.#stop('ended');
  };

  #deliver(lines: readonly JsonLine[]): void {
    for (const line of lines) {
      if (line.kind === 'noise') this.#hearNoise(line.text);
      // The SDK validates every message, so an unchecked cast is safe; it reports and drops invalid ones.
      else for (const message of line.messages) this.onmessage?.(message as JSONRPCMessage);
    }
  }

  #hearNoise(text: string): void {
    if (this.#noise === undefined) this.#noise = { count: 1, sample: toPrintable(text) };
    else this.#noise.count++;
  }

  #stop(state: 'ended' | 'overflowed' | 'closed'): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    this.#input.off('data', this.#onData);
    for (const event of ['end', 'close', 'error'] as const) this.#input.off(event, this.#onEnd);
    // Later errors have no receiver, and without a listener they would crash the process.
    this.#input.on('error', ignore);
    this.onclose?.();
  }
}

function ignore(): void {}
