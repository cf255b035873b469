/** Headers that pages of an allowed origin may send: MCP's, `Mcp-Param-*` among them, and the usual ones. */
const SENDABLE = /^(?:authorization|content-type|accept|last-event-id|mcp-[a-z0-9-]+|toolmark-(?:session|client))$/;

/** How long a browser may remember the answer, in seconds. */
const REMEMBERED_FOR = 600;

/** What lets a page of an allowed origin read an answer. */
export function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate',
    vary: 'origin',
  };
}

/** The answer to a browser that asks on behalf of an allowed origin what it may send. */
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
