import type { ServerResponse } from 'node:http';
import { type AuthInfo, bearerAuthChallengeResponse, OAuthError } from '@modelcontextprotocol/server';
import type { HttpAuthenticator } from '@toolmark/kit/serve';
import { IssuerUnavailable, type VerifiedToken } from './verify-token.ts';

export interface BearerAuthOptions {
  readonly issuer: string;
  readonly verify: (token: string) => Promise<VerifiedToken>;
  /** The address of the metadata that names the authorization server. */
  readonly metadataUrl: string;
  /** The scopes that a client may request. */
  readonly scopes: readonly string[];
  /** Called for each token that was checked. */
  readonly onCheck?: ((result: TokenCheck) => void) | undefined;
}

/** `error` if the authorization server could not be reached. */
type TokenCheck = 'valid' | 'invalid' | 'error';

/** Accepts requests with a valid bearer token, and answers others with 401 and a challenge. */
export function createBearerAuth(options: BearerAuthOptions): HttpAuthenticator {
  const { issuer, verify, metadataUrl, scopes, onCheck } = options;
  return async ({ headers }, response): Promise<AuthInfo | undefined> => {
    const token = /^Bearer +([\w\-.~+/]+=*)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) {
      refuseWithoutToken(response, metadataUrl, scopes);
      return undefined;
    }
    try {
      const { subject, clientId, scopes: granted, expiresAt } = await verify(token);
      const extra = { issuer, subject };
      onCheck?.('valid');
      return { token, clientId, scopes: [...granted], expiresAt, resourceMetadataUrl: metadataUrl, extra };
    } catch (error) {
      onCheck?.(error instanceof OAuthError ? 'invalid' : 'error');
      if (error instanceof IssuerUnavailable) {
        response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '5' }).end(`${error.message}\n`);
        return undefined;
      }
      if (!(error instanceof OAuthError)) throw error;
      const refusal = bearerAuthChallengeResponse(error, {
        resourceMetadataUrl: metadataUrl,
        requiredScopes: [...scopes],
      });
      response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
      return undefined;
    }
  };
}

/** RFC 6750: a request without a token gets no error code. */
function refuseWithoutToken(response: ServerResponse, metadataUrl: string, scopes: readonly string[]): void {
  const challenge = `Bearer resource_metadata="${metadataUrl}", scope="${scopes.join(' ')}"`;
  response
    .writeHead(401, { 'content-type': 'text/plain', 'www-authenticate': challenge })
    .end('Send an access token as: Authorization: Bearer TOKEN\n');
}
