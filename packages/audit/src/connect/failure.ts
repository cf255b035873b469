/** Why an inspection could not be done. */
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

/** An inspection that could not be done: one sentence for a person, naming the way out. */
export interface InspectionFailure {
  readonly code: InspectionFailureCode;
  readonly message: string;
  /** The last lines the server wrote on stderr, oldest first; empty where there is no stderr to read. */
  readonly stderrTail: readonly string[];
}

/** A failure as the place that noticed it knows it. */
export interface Fault {
  readonly code: InspectionFailureCode;
  readonly message: string;
  /** The HTTP status behind it, which decides whether another transport is worth trying. */
  readonly status?: number;
}
