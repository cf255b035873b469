/**
 * The parts of a description that lets a model pick the right tool and read its answer: what it does, what comes back,
 * what must hold before, and a response to look at.
 */
export interface DescriptionParts {
  /** What the tool does, in one or two sentences. */
  readonly summary: string;
  /** The fields that come back. */
  readonly returns?: string;
  /** What must hold before the call. Write `None.` where nothing must. */
  readonly preconditions?: string;
  /** A response as the tool really gives it; it is written as JSON. */
  readonly example?: unknown;
}

/**
 * Writes the parts as one text. {@link readDescription} finds them again.
 *
 * @example
 * formatDescription({ summary: 'Lists notes.', returns: 'notes: id and title of each.', example: { notes: [] } })
 * // 'Lists notes.\n\nReturns: notes: id and title of each.\nExample response: {"notes":[]}'
 */
export function formatDescription(parts: DescriptionParts): string {
  const lines: string[] = [];
  if (parts.returns !== undefined) lines.push(`Returns: ${parts.returns.trim()}`);
  if (parts.preconditions !== undefined) lines.push(`Preconditions: ${parts.preconditions.trim()}`);
  if (parts.example !== undefined) lines.push(`Example response: ${JSON.stringify(parts.example)}`);
  const summary = parts.summary.trim();
  return lines.length === 0 ? summary : `${summary}\n\n${lines.join('\n')}`;
}
