import type { Readable, Writable } from 'node:stream';

/**
 * How to reach a server: a command to start, a URL, or streams opened by the caller.
 *
 * @example
 * const target: ServerTarget = { kind: 'command', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };
 */
export type ServerTarget = CommandTarget | UrlTarget | StreamsTarget;

/** A server that speaks MCP on stdin and stdout. */
export interface CommandTarget {
  readonly kind: 'command';
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the environment of this process, which the server inherits. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server behind an HTTP URL. */
export interface UrlTarget {
  readonly kind: 'url';
  readonly url: string;
  /** Sent with every request, and never to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `auto` tries streamable HTTP and falls back to the older HTTP+SSE. */
  readonly transport?: 'auto' | 'http' | 'sse';
}

/** A server behind two streams: newline-delimited JSON, as on stdio. */
export interface StreamsTarget {
  readonly kind: 'streams';
  /** The server's output. */
  readonly input: Readable;
  /** The server's input. */
  readonly output: Writable;
  /** Called once, when the inspection is over. */
  readonly close: () => Promise<void>;
}
