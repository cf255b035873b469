import { type ApiError, type ApiErrorCode, apiErrors } from '@toolmark/api-contract';
import type { OwnerCredential } from '../tokens/credential.ts';
import type { Area } from './paths.ts';

/** A request that goes no further, and what it is told. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiError;
}

/** Refuses, and closes the connection: who sends this is confused or means harm, and a body of theirs need not be read. */
export function refuse(code: ApiErrorCode, message: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return {
    kind: 'refuse',
    status: apiErrors[code],
    headers: { connection: 'close', ...headers },
    body: { error: { code, message } },
  };
}

/** Asks for the token. The connection stays: a client that forgot it may come back with it. */
export function demandToken(
  area: Area,
  given: boolean,
  whereTokenIs: string,
  headers: Readonly<Record<string, string>>,
): Refusal {
  const what = given ? 'This is not a token of this gateway.' : `This gateway wants ${WANTED[area === 'mcp' ? 0 : 1]}.`;
  const where = area === 'mcp' ? `Create one with: ${CREATE_CLIENT_TOKEN}` : `The owner's is in ${whereTokenIs}.`;
  const message = `${what} Send it as 'Authorization: Bearer <token>', never in the URL. ${where}`;
  return unauthorized(given ? ', error="invalid_token"' : '', message, headers);
}

const WANTED = ["a client's token", "the owner's token"] as const;
const CREATE_CLIENT_TOKEN = 'toolmark connect CLIENT, or toolmark tokens create NAME';

/** An agent with the owner's credential could approve its own calls. */
export function refuseOwner({ via, name }: OwnerCredential): Refusal {
  const what =
    via === 'api-token'
      ? `Token '${name}' is for the API`
      : "This is the owner's token, for the API and the command line";
  return refuse('forbidden', `${what}; MCP clients need one of their own. Create it with: ${CREATE_CLIENT_TOKEN}`);
}

export function refuseClient(): Refusal {
  return refuse(
    'forbidden',
    'This token is for MCP clients, at /mcp. The API takes the token of the owner, or one for scripts: toolmark tokens create NAME --api',
  );
}

/** Asks for another token: the one that was shown has been good. */
export function demandAnother(why: 'expired' | 'revoked', headers: Readonly<Record<string, string>>): Refusal {
  const what = `The token ${why === 'expired' ? 'has expired' : 'was revoked'}`;
  const message = `${what}. Whoever runs the gateway can make another one: toolmark tokens create`;
  return unauthorized(`, error="invalid_token", error_description="${what}"`, message, headers);
}

function unauthorized(because: string, message: string, headers: Readonly<Record<string, string>>): Refusal {
  return {
    kind: 'refuse',
    status: apiErrors.unauthorized,
    headers: { 'www-authenticate': `Bearer realm="toolmark"${because}`, ...headers },
    body: { error: { code: 'unauthorized', message } },
  };
}
