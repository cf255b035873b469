import type { Transport } from '@modelcontextprotocol/client';
import type { Fault } from './failure.ts';
import type { Inspection } from './inspection.ts';
import type { WireProblem } from './problem.ts';
import type { TapOptions } from './tap.ts';

/** One connection to one server: the transport for the SDK, and what the medium knows besides what the server says. */
export interface Link extends TapOptions {
  readonly transport: Transport;
  readonly kind: Inspection['transport'];
  /** Why the connection failed, as far as the medium can tell. */
  readonly diagnose: () => Promise<Fault | undefined>;
  readonly problems: () => readonly WireProblem[];
  readonly stderrTail: () => readonly string[];
  /**
   * Ends everything the link started. Never rejects, and takes at most `patienceMs` and `CLOSE_RESERVE_MS`: with no
   * patience a server is not asked to leave, it is made to.
   */
  readonly close: (patienceMs: number) => Promise<void>;
}
