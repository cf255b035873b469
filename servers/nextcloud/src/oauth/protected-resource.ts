import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import type { HttpRoute } from '@toolmark/kit/serve';

export interface ProtectedResourceOptions {
  /** The public address of this server's MCP endpoint. */
  readonly resource: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
}

export const metadataUrlOf = (resource: string): string => getOAuthProtectedResourceMetadataUrl(new URL(resource));

/**
 * The routes of the metadata of RFC 9728. A proxy may publish this server under another path than `/mcp`, so the document is also served
 * at the well-known address of that path.
 */
export function protectedResourceRoutes(options: ProtectedResourceOptions): Readonly<Record<string, HttpRoute>> {
  const { resource, issuer, scopes } = options;
  const body = JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'toolmark-nextcloud',
  });
  const route: HttpRoute = (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    // Clients in a browser read it from another origin; it contains no secret.
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(request.method === 'HEAD' ? undefined : body);
  };
  const root = '/.well-known/oauth-protected-resource';
  return { [root]: route, [`${root}/mcp`]: route, [new URL(metadataUrlOf(resource)).pathname]: route };
}
