/** The parts of a description that help a model choose a tool and read its result. */
export interface DescriptionParts {
  /** What the tool does, in one or two sentences. */
  readonly summary: string;
  /** The fields that come back. */
  readonly returns?: string;
  /** Conditions that must hold before the call. Write `None.` if there are none. */
  readonly preconditions?: string;
  /** A real response of the tool, written as JSON. */
  readonly example?: unknown;
}

/**
 * Writes the parts as one text, which {@link readDescription} can read back.
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
