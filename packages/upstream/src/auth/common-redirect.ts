import { toPrintable } from '@toolmark/reach';
import type { UpstreamConfig } from '../upstream-config.ts';
import { isSameIssuer } from './discover.ts';
import { problem, type SignInProblem } from './problem.ts';
import { redirectFor } from './redirect.ts';
import type { SignInState } from './sign-in-record.ts';

/** A client that a person registered, and where, as far as that is known. */
export interface HandRegistered {
  readonly server: string;
  readonly issuer: string | undefined;
}

/**
 * The clients for which the common redirect address is known to authorization servers, or may be. A client ID metadata document tells it
 * to every authorization server.
 */
export function handRegistered(
  servers: Iterable<UpstreamConfig>,
  { signIns }: SignInState,
  commonUrl: string,
): readonly HandRegistered[] {
  const configured = [...servers].flatMap(({ name, oauth }) => {
    if (oauth?.clientMetadataUrl !== undefined) return [{ server: name, issuer: ANY_ISSUER }];
    return oauth?.clientId === undefined ? [] : [{ server: name, issuer: oauth.issuer }];
  });
  const used = signIns.filter(({ client }) => client.kind !== 'registered' && client.redirectUrl === commonUrl);
  return [...configured, ...used];
}

const ANY_ISSUER = '*';

export interface CommonRedirectUse {
  readonly server: string;
  readonly issuer: string;
  readonly commonUrl: string;
  readonly clients: readonly HandRegistered[];
}

/**
 * Why an answer at the common address could be from another authorization server than was asked (mix-up, RFC 9700 §4.4), where answers
 * do not say whom they are from. `undefined` if a person named this issuer, and no other, for every client of the address.
 */
export function mixUpProblem({ server, issuer, commonUrl, clients }: CommonRedirectUse): SignInProblem | undefined {
  const others = clients.filter((client) => client.issuer === undefined || !isSameIssuer(client.issuer, issuer));
  if (others.length === 0) return undefined;
  const shown = toPrintable(issuer, 200);
  const silent = `${shown} does not say whom its answers are from (iss)`;
  if (others.every((client) => client.server === server && client.issuer === undefined)) {
    const fix = `If you registered the client there, set oauth.issuer of this server to ${shown} in the config.`;
    return problem('broken', `${silent}, and this server could name any authorization server. ${fix}`);
  }
  const fix = `In the client there, replace it by ${redirectFor(commonUrl, issuer)}, and set oauth.redirect of this server to "issuer" in the config.`;
  return problem('broken', `${silent}, and others may answer at ${commonUrl} too. ${fix}`);
}
