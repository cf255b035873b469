import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/**
 * The server's end of two streams, one JSON message per line, as on stdio. It satisfies the `Transport` of both SDKs;
 * the kit has its own because it imports neither SDK.
 */
export class PipeTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: unknown) => void) | undefined;

  readonly #input: Readable;
  readonly #output: Writable;
  #lines: Interface | undefined;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#lines = createInterface({ input: this.#input });
    this.#lines.on('line', (line) => this.#receive(line));
    this.#lines.once('close', () => this.onclose?.());
  }

  async send(message: unknown): Promise<void> {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#lines?.close();
  }

  #receive(line: string): void {
    try {
      this.onmessage?.(JSON.parse(line));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
