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
 * Says of a finding, from lint or from any other check, whether somebody decided to live with it.
 *
 * @example
 * const isIgnored = ignoreMatcher([{ code: 'TM505', tool: 'debug_*', reason: 'Their responses have no fixed form.' }]);
 * isIgnored({ code: 'TM505', tool: 'debug_start' }) // true
 */
export function ignoreMatcher(
  ignored: readonly IgnoredFinding[],
): (finding: { readonly code: string; readonly tool?: string }) => boolean {
  const patterns = ignored.map(({ code, tool }) => ({
    code,
    tool: tool === undefined ? undefined : globToRegExp(tool),
  }));
  return ({ code, tool }) =>
    patterns.some(
      (pattern) =>
        pattern.code === code && (pattern.tool === undefined || (tool !== undefined && pattern.tool.test(tool))),
    );
}

function globToRegExp(glob: string): RegExp {
  return new RegExp(
    `^${glob
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
}
