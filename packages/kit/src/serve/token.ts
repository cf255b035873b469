import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HttpGuard } from './http.ts';

/** An unguessable secret. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/**
 * Accepts only requests with this token. The realm is the server's name.
 *
 * @example
 * await serveHttp(factory, { port: 0, maxBodyBytes: 1_048_576, guards: [requireToken(token, 'notes')] });
 */
export function requireToken(token: string, realm: string): HttpGuard {
  const expected = digest(token);
  return (request, response) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return true;
    const headers = { 'content-type': 'text/plain', 'www-authenticate': `Bearer realm="${realm}"` };
    response.writeHead(401, headers).end('Send the token as: Authorization: Bearer TOKEN\n');
    return false;
  };
}

/** Hashes to equal lengths, so that the comparison takes constant time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
