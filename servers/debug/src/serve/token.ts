import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whoever may call a debugger may run anything as its user: nobody gets in without this. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Answers those without the token itself, and says whether the request may go on. */
export function requireToken(token: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const expected = digest(token);
  return (request, response) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return true;
    const headers = { 'content-type': 'text/plain', 'www-authenticate': 'Bearer realm="toolmark-debug"' };
    response.writeHead(401, headers).end('Send the token as: Authorization: Bearer TOKEN\n');
    return false;
  };
}

/** Of one length, so that comparing takes the same time whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
