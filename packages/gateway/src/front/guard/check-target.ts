/** Names of tools may hold slashes of either kind; below here, and only here, they come encoded. */
const NAMES_BELOW = '/api/v1/tools/';

/**
 * Why the target of a request is refused, or `undefined`. Paths come in one spelling or not at all, so that this check and
 * whoever routes can never read them differently. Case is left alone: `/MCP` is simply another path, and not a public one.
 *
 * @example
 * targetProblem('/api/../healthz') // 'The path may not have empty or dot segments.'
 */
export function targetProblem(target: string): string | undefined {
  // `GET http://other/` and `OPTIONS *` are for proxies. The authority of the former would count more than Host.
  if (!target.startsWith('/')) return 'The target must be a path.';
  if (/[^\x21-\x7e]|#/.test(target)) return 'The target has characters that must be encoded.';
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (path.includes('\\')) return 'The path has a backslash.';
  if (/\/(?:\.{0,2}\/|\.{1,2}$)/.test(path)) return 'The path may not have empty or dot segments.';
  return path.includes('%') ? encodingProblem(path) : undefined;
}

function encodingProblem(path: string): string | undefined {
  if (/%(?:[01][0-9a-f]|7f|2e)/i.test(path)) return 'The path has encoded dots or control characters.';
  if (/%(?:2f|5c)/i.test(path) && !path.startsWith(NAMES_BELOW)) return 'The path has encoded slashes.';
  try {
    decodeURIComponent(path);
    return undefined;
  } catch {
    return 'The path is not encoded correctly.';
  }
}
