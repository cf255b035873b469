/** Only below this path may a segment hold an encoded slash or backslash, because names of tools may hold them. */
const NAMES_BELOW = '/api/v1/tools/';

/**
 * Why the target of a request is refused, or `undefined`. Only one spelling of each path is accepted, so that this check and the router
 * never read a path differently. Case counts: `/MCP` is another path, and not a public one.
 *
 * @example
 * targetProblem('/api/../healthz') // 'The path may not have empty or dot segments.'
 */
export function targetProblem(target: string): string | undefined {
  // `GET http://other/` and `OPTIONS *` are meant for proxies. The authority in the former would override `Host`.
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
