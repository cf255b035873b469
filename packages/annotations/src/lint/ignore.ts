import { globToRegExp } from '../glob.ts';

/** A finding that a person chose to ignore. */
export interface IgnoredFinding {
  readonly code: string;
  /** A glob for the tools to ignore it on. If absent: every tool, and findings about the server itself. */
  readonly tool?: string;
  /** The reason, which is mandatory. */
  readonly reason: string;
}

/**
 * Finds the ignore entry for a finding, from lint or any other check; `undefined` if there is none.
 *
 * @example
 * const ignoredBy = ignoreMatcher([{ code: 'TM505', tool: 'debug_*', reason: 'Their responses have no fixed form.' }]);
 * ignoredBy({ code: 'TM505', tool: 'debug_start' })?.reason // 'Their responses have no fixed form.'
 */
export function ignoreMatcher(
  ignored: readonly IgnoredFinding[],
): (finding: { readonly code: string; readonly tool?: string }) => IgnoredFinding | undefined {
  const patterns = ignored.map((entry) => ({
    entry,
    tool: entry.tool === undefined ? undefined : globToRegExp(entry.tool),
  }));
  return ({ code, tool }) => {
    const matches = (pattern: RegExp | undefined) =>
      pattern === undefined || (tool !== undefined && pattern.test(tool));
    return patterns.find(({ entry, tool: pattern }) => entry.code === code && matches(pattern))?.entry;
  };
}
