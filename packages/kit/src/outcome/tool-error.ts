/**
 * When thrown in a handler, it becomes the same failure as `fail(code, message, details)`.
 *
 * @example
 * throw new ToolError('NOT_FOUND', `There is no note ${id}. Call list_notes to see which exist.`, { id });
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly details: unknown;

  constructor(code: string, message: string, details?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

export function isToolError(error: unknown): error is ToolError {
  if (error instanceof ToolError) return true;
  // Another copy of the kit in the same program has its own class of this name.
  return error instanceof Error && error.name === 'ToolError' && 'code' in error && typeof error.code === 'string';
}
