/** Whose a path is. What belongs to nobody else is the page's, and the page is for everybody: it holds nothing of anybody. */
export type Area = 'mcp' | 'api' | 'metrics' | 'page';

/** The one thing that somebody can do who has no token yet: show that they have one. */
export const SIGN_IN_PATH = '/api/v1/sign-in';

/**
 * Whose a path is, by its first segment as the most generous reader would understand it, so that no spelling of `/api` is public.
 * For paths that `targetProblem` let pass.
 *
 * @example
 * areaOf('/%41PI/v1/servers') // 'api'
 * areaOf('/tool-calls') // 'page'
 */
export function areaOf(path: string): Area {
  const end = path.indexOf('/', 1);
  const first = decodeURIComponent(end === -1 ? path.slice(1) : path.slice(1, end)).toLowerCase();
  return first === 'mcp' || first === 'api' || first === 'metrics' ? first : 'page';
}

/** Where a cookie counts. MCP clients are no browsers and have the token; a cookie there would only help who rides on one. */
export const takesCookies = (path: string): boolean => path.startsWith('/api/v1/') || path === '/metrics';
