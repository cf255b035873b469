import { type ApiError, type ApiErrorCode, apiErrors } from '@toolmark/api-contract';

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
export function demandToken(given: boolean, whereTokenIs: string, headers: Readonly<Record<string, string>>): Refusal {
  const what = given ? 'This is not the token of this gateway.' : 'This gateway wants its token.';
  const message = `${what} Send it as 'Authorization: Bearer <token>', never in the URL. It is in ${whereTokenIs}.`;
  return unauthorized(given ? ', error="invalid_token"' : '', message, headers);
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
