import type { ToolDefinition } from '@toolmark/annotations';
import type { InspectLimits } from './limits.ts';
import type { WireProblem } from './problem.ts';

/** The tools of a server, exactly as it sent them, and how they were obtained. */
export interface Inspection {
  /** Who the server says it is; `undefined` where it does not say. */
  readonly server: ServerIdentity | undefined;
  readonly era: 'modern' | 'legacy';
  readonly protocolVersion: string;
  readonly transport: 'stdio' | 'http' | 'sse' | 'streams';
  /** The objects as they arrived, in order. Entries that are no tools stand in `problems` instead. */
  readonly tools: readonly ToolDefinition[];
  readonly pages: number;
  readonly problems: readonly WireProblem[];
  /** From the first byte to the last tool, without closing. */
  readonly durationMs: number;
}

/** A server's name and version in its own words. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
}

/** What an inspection is doing, for whoever is waiting. */
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
  /** How long the whole inspection may take, closing included. 30 seconds unless given. */
  readonly timeoutMs?: number;
  /** Cancels the inspection; the server is still closed properly. */
  readonly signal?: AbortSignal;
  /** Which protocol to speak. `auto` asks the server. */
  readonly protocol?: 'auto' | 'modern' | 'legacy';
  readonly onProgress?: (event: InspectProgress) => void;
  /** Any of `DEFAULT_LIMITS`, set differently. */
  readonly limits?: Partial<InspectLimits>;
}
