/** Headers that pages of an allowed origin may send: those of MCP with `Mcp-Param-*`, and the usual ones. */
const SENDABLE = /^(?:authorization|content-type|accept|last-event-id|mcp-[a-z0-9-]+|toolmark-(?:session|client))$/;

/** How long a browser may cache the answer, in seconds. */
const REMEMBERED_FOR = 600;

/** The headers with which a page of an allowed origin can read the answer. */
export function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate',
    vary: 'origin',
  };
}

/** The answer to a preflight request of a page of an allowed origin. */
export function preflightHeaders(origin: string, requested: string | undefined): Readonly<Record<string, string>> {
  const names = (requested ?? '').toLowerCase().split(',');
  const allowed = names.map((name) => name.trim()).filter((name) => SENDABLE.test(name));
  return {
    ...corsHeaders(origin),
    vary: 'origin, access-control-request-headers',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': allowed.join(', '),
    'access-control-max-age': String(REMEMBERED_FOR),
  };
}
