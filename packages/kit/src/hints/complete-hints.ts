/** The hints of a tool that changes nothing. Nothing it does can be destructive. */
export interface ReadOnlyHints {
  readonly readOnlyHint: true;
  readonly destructiveHint: false;
  /** False where the answer is used up by reading it, as with a queue or a log cursor. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The hints of a tool that changes something. */
export interface WritingHints {
  readonly readOnlyHint: false;
  /** False only where every change adds: nothing is overwritten, nothing is removed. */
  readonly destructiveHint: boolean;
  /** True where a repeat with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/**
 * All four hints, none left to MCP's defaults. It is a union so that a hint left out, or a read-only tool that claims to
 * destroy, does not compile.
 *
 * @example
 * const hints: CompleteHints = {
 *   readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false,
 * };
 */
export type CompleteHints = ReadOnlyHints | WritingHints;
