import { globToRegExp } from '../glob.ts';

/** A finding that a person decided to live with. */
export interface IgnoredFinding {
  readonly code: string;
  /**
   * The tool it is ignored for, `*` matching anything. Where it is left out: every tool, and what is about the server
   * itself.
   */
  readonly tool?: string;
  /** Why. There is no ignoring without one. */
  readonly reason: string;
}

/**
 * Finds the decision to live with a finding, from lint or from any other check; `undefined` where nobody made one.
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
