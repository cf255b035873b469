/** The hints of a read-only tool, which can never be destructive. */
export interface ReadOnlyHints {
  readonly readOnlyHint: true;
  readonly destructiveHint: false;
  /** False if reading consumes the answer, as with a queue or a log cursor. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The hints of a tool that writes. */
export interface WritingHints {
  readonly readOnlyHint: false;
  /** False only if the tool never overwrites or removes anything. */
  readonly destructiveHint: boolean;
  /** True if a repeat with the same arguments has no further effect. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/**
 * All four hints, without MCP's defaults. A union type, so that a missing hint or a destructive read-only tool does not
 * compile.
 *
 * @example
 * const hints: CompleteHints = {
 *   readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false,
 * };
 */
export type CompleteHints = ReadOnlyHints | WritingHints;
