/** The reasons for a failed inspection. */
export type InspectionFailureCode =
  | 'bad-target'
  | 'spawn-failed'
  | 'exited'
  | 'timeout'
  | 'cancelled'
  | 'unreachable'
  | 'unauthorized'
  | 'redirected'
  | 'server-error'
  | 'not-mcp'
  | 'unsupported-version'
  | 'bad-list'
  | 'too-large';

/** A failed inspection: one sentence for people that names a fix. */
export interface InspectionFailure {
  readonly code: InspectionFailureCode;
  readonly message: string;
  /** The last lines of the server's stderr, oldest first; empty without a stderr. */
  readonly stderrTail: readonly string[];
}

/** A failure as its detector reports it, without the stderr. */
export interface Fault {
  readonly code: InspectionFailureCode;
  readonly message: string;
  /** The HTTP status, which decides whether another transport is worth trying. */
  readonly status?: number;
}
