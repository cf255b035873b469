import type { Multiplexer } from './multiplexer.ts';

/** An open transport to a server, before and after the handshake. */
export interface Wire {
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly mux: Multiplexer;
  /**
   * Completes the handshake in the multiplexer's era. Resolves when requests may follow: a legacy server may refuse
   * them before it has read `notifications/initialized`.
   */
  readonly onAgreed: () => Promise<void>;
  /** Over HTTP: the status of the last answer. */
  readonly status: () => number | undefined;
  /** Over HTTP: the full reason for the connection's end. */
  readonly fault: () => Fault | undefined;
  readonly stderrTail: () => readonly string[];
  readonly warnings: () => readonly string[];
  /** Closes everything; `isHurried` skips the grace periods. */
  readonly close: (isHurried?: boolean) => Promise<void>;
}

/** Why a server is unreachable. */
export interface Fault {
  readonly message: string;
  readonly retryable: boolean;
  /** The HTTP status, if any. */
  readonly status?: number;
}

/** The reason when we closed the connection. */
export const DISCONNECTED = 'was disconnected';

/** Sends notifications/initialized to a legacy server, over a carrier that keeps the order. */
export function announce(mux: Multiplexer): void {
  if (mux.dialect().era === 'legacy') mux.notify('notifications/initialized');
}
