/** Every error code of the tools. */
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

/** The error of a failed request. */
export interface DebugError {
  readonly code: ErrorCode;
  /** A sentence with the cause and the next step. */
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A capability that the debugger lacks; the tools never invent an answer instead. */
export const notSupported = (backend: string, capability: string, why: string): DebugError => ({
  code: 'NOT_SUPPORTED',
  message: why,
  details: { backend, capability },
});
