/** The part of the gateway that a path belongs to. Every other path belongs to the page, whose files are public and hold no user data. */
export type Area = 'mcp' | 'api' | 'metrics' | 'page';

/** The only path of the API that needs no credential: it takes the token in the body. */
export const SIGN_IN_PATH = '/api/v1/sign-in';

/**
 * Classifies a path by its first segment, decoded and in lower case, so that no spelling of `/api` counts as public. For paths that passed
 * `targetProblem`.
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

/** Whether a path accepts cookies. MCP clients send a token; a cookie there would only help cross-site request forgery. */
export const takesCookies = (path: string): boolean => path.startsWith('/api/v1/') || path === '/metrics';
