import type { Connection } from '../cdp/connect.ts';
import type { Debuggee } from '../debuggee.ts';
import type { StartedProcess } from '../process/start-process.ts';

/** A connected debuggee, with the resources to release. */
export interface Target {
  readonly debuggee: Debuggee;
  readonly connection: Connection;
  /** Set if we started it. */
  readonly started: StartedProcess | undefined;
  /** Whether we opened its inspector. */
  readonly isInspectorOurs: boolean;
  hasEnded: boolean;
}
