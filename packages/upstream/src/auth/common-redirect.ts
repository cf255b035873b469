import { toPrintable } from '@toolmark/reach';
import type { UpstreamConfig } from '../upstream-config.ts';
import { problem, type SignInProblem } from './problem.ts';
import { redirectFor } from './redirect.ts';
import type { SignInState } from './sign-in-record.ts';

/** A client that a person registered, and its issuer if known. */
export interface HandRegistered {
  readonly server: string;
  readonly issuer: string | undefined;
}

/**
 * The hand-registered clients whose authorization servers may know the common redirect address. A client ID metadata
 * document shows that address to every authorization server.
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
 * Returns a reason to refuse the common redirect address if the answer could come from another authorization server
 * (mix-up attack, RFC 9700 §4.4), because the issuer sends no `iss`. `undefined` if the config names this issuer for
 * every client that uses the address.
 */
export function mixUpProblem({ server, issuer, commonUrl, clients }: CommonRedirectUse): SignInProblem | undefined {
  const others = clients.filter((client) => client.issuer === undefined || !isSameIssuer(client.issuer, issuer));
  if (others.length === 0) return undefined;
  const shown = toPrintable(issuer, 200);
  const silent = `${shown} does not identify itself in its answers (iss)`;
  if (others.every((client) => client.server === server && client.issuer === undefined)) {
    const fix = `If you registered the client there, set oauth.issuer of this server to ${shown} in the config.`;
    return problem('broken', `${silent}, and this server could name any authorization server. ${fix}`);
  }
  const fix = `In the client there, replace it by ${redirectFor(commonUrl, issuer)}, and set oauth.redirect of this server to "issuer" in the config.`;
  return problem('broken', `${silent}, and others may answer at ${commonUrl} too. ${fix}`);
}

/** Issuers are often written with or without a trailing slash. */
export const isSameIssuer = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '');
