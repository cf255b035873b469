import { type ApiError, type ApiErrorCode, apiErrors } from '@toolmark/api-contract';
import type { OwnerCredential } from '../tokens/credential.ts';
import type { Area } from './paths.ts';

/** The answer to a refused request. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiError;
}

/** Refuses and closes the connection: such a request is faulty or hostile, so its body need not be received. */
export function refuse(code: ApiErrorCode, message: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return {
    kind: 'refuse',
    status: apiErrors[code],
    headers: { connection: 'close', ...headers },
    body: { error: { code, message } },
  };
}

/** Asks for the token. The connection stays open, because the client may send the request again with a token. */
export function demandToken(
  area: Area,
  given: boolean,
  whereTokenIs: string,
  headers: Readonly<Record<string, string>>,
): Refusal {
  const reason = given
    ? 'This is not a token of this gateway.'
    : `This gateway requires ${WANTED[area === 'mcp' ? 0 : 1]}.`;
  const where = area === 'mcp' ? `Create one with: ${CREATE_CLIENT_TOKEN}` : `The owner's is in ${whereTokenIs}.`;
  const message = `${reason} Send it as 'Authorization: Bearer <token>', never in the URL. ${where}`;
  return unauthorized(given ? ', error="invalid_token"' : '', message, headers);
}

const WANTED = ["a client's token", "the owner's token"] as const;
const CREATE_CLIENT_TOKEN = 'toolmark connect CLIENT, or toolmark tokens create NAME';

/** Refuses the owner's credential at `/mcp`: an agent with it could approve its own calls. */
export function refuseOwner({ via, name }: OwnerCredential): Refusal {
  const reason =
    via === 'api-token'
      ? `Token '${name}' is for the API`
      : "This is the owner's token, for the API and the command line";
  return refuse('forbidden', `${reason}; MCP clients need one of their own. Create it with: ${CREATE_CLIENT_TOKEN}`);
}

export function refuseClient(): Refusal {
  return refuse(
    'forbidden',
    'This token is for MCP clients, at /mcp. The API takes the token of the owner, or one for scripts: toolmark tokens create NAME --api',
  );
}

/** Asks for a new token, because the one that was sent has expired or was revoked. */
export function demandAnother(why: 'expired' | 'revoked', headers: Readonly<Record<string, string>>): Refusal {
  const reason = `The token ${why === 'expired' ? 'has expired' : 'was revoked'}`;
  const message = `${reason}. The owner of the gateway can create a new one: toolmark tokens create`;
  return unauthorized(`, error="invalid_token", error_description="${reason}"`, message, headers);
}

function unauthorized(because: string, message: string, headers: Readonly<Record<string, string>>): Refusal {
  return {
    kind: 'refuse',
    status: apiErrors.unauthorized,
    headers: { 'www-authenticate': `Bearer realm="toolmark"${because}`, ...headers },
    body: { error: { code: 'unauthorized', message } },
  };
}
