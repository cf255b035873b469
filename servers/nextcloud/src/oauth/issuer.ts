import * as client from 'openid-client';
import { boundedFetch, ISSUER_TIMEOUT_MS, isSecureAddress } from './bounded-fetch.ts';

/** A discovered authorization server, and this server's own client there. */
export interface Issuer {
  readonly config: client.Configuration;
  readonly metadata: client.ServerMetadata;
  readonly hasClient: boolean;
}

export interface IssuerOptions {
  readonly issuer: string;
  /** This server's own client there. Only tokens that are JWTs can be checked without one. */
  readonly clientId?: string | undefined;
  /** Absent for a public client. */
  readonly clientSecret?: string | undefined;
}

const ENDPOINTS = [
  'jwks_uri',
  'token_endpoint',
  'authorization_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
] as const;

/** A misconfiguration of OAuth, with a message for the administrator. */
export class OAuthSetupError extends Error {
  override readonly name = 'OAuthSetupError';
}

/** Reads the discovery document. The issuer that it names must be the one that was asked for. */
export async function openIssuer({ issuer, clientId, clientSecret }: IssuerOptions): Promise<Issuer> {
  const address = new URL(issuer);
  const config = await discover(address, clientId, clientSecret);
  const metadata = config.serverMetadata();
  for (const name of ENDPOINTS) {
    const endpoint = metadata[name];
    const isDowngrade = address.protocol === 'https:' && endpoint?.startsWith('http:') === true;
    if (endpoint !== undefined && (!isSecureAddress(endpoint) || isDowngrade))
      throw new OAuthSetupError(`The issuer ${address.host} names an unsafe ${name}: it must be https.`);
  }
  return { config, metadata, hasClient: clientId !== undefined };
}

async function discover(
  address: URL,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Promise<client.Configuration> {
  const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
  try {
    return await client.discovery(address, clientId ?? 'toolmark-nextcloud', undefined, authentication, {
      // boundedFetch refuses http to other machines.
      execute: address.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      timeout: ISSUER_TIMEOUT_MS / 1000,
      [client.customFetch]: boundedFetch,
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new OAuthSetupError(
      `The OAuth issuer ${address.href} cannot be used: ${cause instanceof Error ? cause.message : 'no discovery document'}.`,
    );
  }
}
