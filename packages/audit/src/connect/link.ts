import type { Transport } from '@modelcontextprotocol/client';
import type { Fault } from './failure.ts';
import type { Inspection } from './inspection.ts';
import type { WireProblem } from './problem.ts';
import type { TapOptions } from './tap.ts';

/** One connection to one server: the SDK's transport, and diagnostics from the medium. */
export interface Link extends TapOptions {
  readonly transport: Transport;
  readonly kind: Inspection['transport'];
  /** Why the connection failed, as far as the medium can tell. */
  readonly diagnose: () => Promise<Fault | undefined>;
  readonly problems: () => readonly WireProblem[];
  readonly stderrTail: () => readonly string[];
  /**
   * Ends everything the link started. Never rejects, and takes at most `patienceMs` plus `CLOSE_RESERVE_MS`; with no
   * patience the server is killed without a grace period.
   */
  readonly close: (patienceMs: number) => Promise<void>;
}
