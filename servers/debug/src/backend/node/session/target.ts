import type { Connection } from '../cdp/connect.ts';
import type { Debuggee } from '../debuggee.ts';
import type { StartedProcess } from '../process/start-process.ts';

/** A debuggee that we are connected to, with what has to be cleared away. */
export interface Target {
  readonly debuggee: Debuggee;
  readonly connection: Connection;
  /** Where we started it. */
  readonly started: StartedProcess | undefined;
  /** Whether its inspector is there because of us. */
  readonly isInspectorOurs: boolean;
  hasEnded: boolean;
}
