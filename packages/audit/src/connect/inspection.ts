import type { ToolDefinition } from '@toolmark/annotations';
import type { InspectLimits } from './limits.ts';
import type { WireProblem } from './problem.ts';

/** The tools of a server exactly as it sent them, and how they were read. */
export interface Inspection {
  /** The server's name and version as it reports them; `undefined` if it does not. */
  readonly server: ServerIdentity | undefined;
  readonly era: 'modern' | 'legacy';
  readonly protocolVersion: string;
  readonly transport: 'stdio' | 'http' | 'sse' | 'streams';
  /** The objects as they arrived, in order. Entries that are not tools are in `problems` instead. */
  readonly tools: readonly ToolDefinition[];
  readonly pages: number;
  readonly problems: readonly WireProblem[];
  /** From the first byte to the last tool, without closing. */
  readonly durationMs: number;
}

/** A server's self-reported name and version. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
}

/** The current step of an inspection, for display. */
export type InspectProgress =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly server: ServerIdentity | undefined; readonly protocolVersion: string }
  | { readonly kind: 'listing'; readonly tools: number; readonly pages: number };

/**
 * How to inspect a server. Everything has a default.
 *
 * @example
 * const options: InspectOptions = { timeoutMs: 60_000, signal: controller.signal, protocol: 'legacy' };
 */
export interface InspectOptions {
  /** The timeout of the whole inspection, closing included. 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Cancels the inspection; the server is still closed properly. */
  readonly signal?: AbortSignal;
  /** Which protocol to speak. `auto` asks the server. */
  readonly protocol?: 'auto' | 'modern' | 'legacy';
  readonly onProgress?: (event: InspectProgress) => void;
  /** Overrides for `DEFAULT_LIMITS`. */
  readonly limits?: Partial<InspectLimits>;
}
