/** Every code that a tool may answer with. */
export const ERROR_CODES = [
  'INVALID_PARAMETER',
  'INVALID_PATH',
  'INVALID_ENV',
  'INVALID_FILE',
  'INVALID_LINE',
  'INVALID_COLUMN',
  'INVALID_CONDITION',
  'INVALID_PATTERN',
  'INVALID_THREAD',
  'INVALID_FRAME',
  'INVALID_REFERENCE',
  'INVALID_ADDRESS',
  'SIZE_EXCEEDED',
  'NO_SESSION',
  'NOT_PAUSED',
  'ALREADY_ATTACHED',
  'TIMEOUT',
  'PERMISSION_DENIED',
  'PROCESS_NOT_FOUND',
  'UNSUPPORTED_PROCESS',
  'LAUNCH_FAILED',
  'ATTACH_FAILED',
  'DISCONNECT_FAILED',
  'CONTINUE_FAILED',
  'PAUSE_FAILED',
  'STEP_FAILED',
  'QUERY_FAILED',
  'BREAKPOINT_NOT_FOUND',
  'THREADS_FAILED',
  'STACKTRACE_FAILED',
  'VARIABLES_FAILED',
  'syntax_error',
  'eval_timeout',
  'eval_exception',
  'variable_unavailable',
  'invalid_thread',
  'INSPECTION_FAILED',
  'NO_EXCEPTION',
  'AUTOPSY_FAILED',
  'MEMORY_READ_FAILED',
  'TYPE_NOT_FOUND',
  'LAYOUT_FAILED',
  'REFERENCE_ANALYSIS_FAILED',
  'ENUMERATION_FAILED',
  'SEARCH_FAILED',
  'MODULE_NOT_FOUND',
  'METADATA_ERROR',
  'STDIN_CLOSED',
  'IO_FAILED',
  'LOAD_FAILED',
  'NO_WORKSPACE',
  'SYMBOL_NOT_FOUND',
  'PROJECT_NOT_FOUND',
  'ANALYSIS_FAILED',
  'NOT_SUPPORTED',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Why something was not done, for whoever asked. */
export interface DebugError {
  readonly code: ErrorCode;
  /** A sentence that says what happened and what to do. */
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A real gap of a debugger, never filled with an invented answer. */
export const notSupported = (backend: string, capability: string, why: string): DebugError => ({
  code: 'NOT_SUPPORTED',
  message: why,
  details: { backend, capability },
});
