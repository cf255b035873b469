import type { Multiplexer } from './multiplexer.ts';

/** A way to a server that is open, before and after the handshake. */
export interface Wire {
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly mux: Multiplexer;
  /**
   * The handshake is done, in the era that the multiplexer now speaks. Resolves when requests may follow: a server of the
   * older era may refuse them before it has read `notifications/initialized`.
   */
  readonly onAgreed: () => Promise<void>;
  /** Over HTTP: the status of the last answer to a request. */
  readonly status: () => number | undefined;
  /** Over HTTP: what ended the connection, in full. */
  readonly fault: () => Fault | undefined;
  readonly stderrTail: () => readonly string[];
  readonly warnings: () => readonly string[];
  /** Ends everything. A server that is not worth waiting for gets no patience. */
  readonly close: (isHurried?: boolean) => Promise<void>;
}

/** Why there is no way to a server. */
export interface Fault {
  readonly message: string;
  readonly retryable: boolean;
  /** What was answered, where it was HTTP. */
  readonly status?: number;
}

/** The reason for the end of a connection when it was us. */
export const DISCONNECTED = 'was disconnected';

/** Tells a server of the older era, over a carrier that keeps the order, that the handshake is done. */
export function announce(mux: Multiplexer): void {
  if (mux.dialect().era === 'legacy') mux.notify('notifications/initialized');
}
