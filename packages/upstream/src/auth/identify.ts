import {
  type AuthorizationServerMetadata,
  isHttpsUrl,
  type OAuthClientInformationMixed,
  registerClient,
} from '@modelcontextprotocol/client';
import { err, ok, type Result } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import type { OAuthConfig } from '../upstream-config.ts';
import { type CarefulFetch, NotFetched } from './careful-fetch.ts';
import { type Discovery, toProblem } from './discover.ts';
import { problem, type SignInProblem } from './problem.ts';
import { redirectFor } from './redirect.ts';
import type { OAuthClient } from './sign-in-record.ts';

export interface IdentifyOptions {
  readonly config: OAuthConfig | undefined;
  readonly discovery: Discovery;
  /** The redirect address that is the same for all authorization servers. */
  readonly redirectUrl: string;
  /** The client of an earlier successful sign-in at the same issuer. */
  readonly known: OAuthClient | undefined;
  readonly fetch: CarefulFetch;
}

/** Chooses the OAuth client: the one in the config, else a client metadata document, else dynamic registration. */
export async function identify(options: IdentifyOptions): Promise<Result<OAuthClient, SignInProblem>> {
  const { config, discovery, redirectUrl, known, fetch } = options;
  const { metadata } = discovery;
  const own = redirectFor(redirectUrl, metadata.issuer);
  const byHandUrl = config?.redirect === 'issuer' ? own : redirectUrl;
  if (config?.clientId !== undefined) return ok({ kind: 'configured', id: config.clientId, redirectUrl: byHandUrl });
  const document = config?.clientMetadataUrl;
  // All authorization servers read the same redirect addresses from the document, so only `iss` distinguishes their
  // answers.
  if (document !== undefined && metadata.client_id_metadata_document_supported === true && namesIssuer(metadata)) {
    if (!isHttpsUrl(document)) {
      return err(
        problem('broken', 'oauth.clientMetadataUrl must be an https address with a path; correct it in the config.'),
      );
    }
    return ok({ kind: 'document', id: document, redirectUrl: byHandUrl });
  }
  if (known?.kind === 'registered' && known.redirectUrl === own) return ok(known);
  const issuer = toPrintable(metadata.issuer, 200);
  const byHand = `Register a client there by hand, with the redirect address ${own}, put its id into oauth.clientId of this server in the config, and set oauth.redirect to "issuer".`;
  if (metadata.registration_endpoint === undefined) {
    return err(problem('broken', `${issuer} does not support dynamic client registration. ${byHand}`));
  }
  try {
    const made = await registerClient(metadata.issuer, {
      metadata,
      fetchFn: fetch,
      clientMetadata: {
        client_name: 'Toolmark',
        redirect_uris: [own],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: 'native',
        token_endpoint_auth_method: methodFor(metadata.token_endpoint_auth_methods_supported),
      },
    });
    return ok({
      kind: 'registered',
      id: made.client_id,
      ...(made.client_secret !== undefined && { secret: made.client_secret }),
      ...(made.token_endpoint_auth_method !== undefined && { method: made.token_endpoint_auth_method }),
      redirectUrl: own,
    });
  } catch (error) {
    if (error instanceof NotFetched) return err(toProblem(error));
    return err(problem('broken', `${issuer} refused to register this gateway as a client. ${byHand}`));
  }
}

/** Whether the issuer always sends `iss` (RFC 9207). Answers without it are refused then. */
export const namesIssuer = (metadata: AuthorizationServerMetadata): boolean =>
  metadata.authorization_response_iss_parameter_supported === true;

/** A program on a person's machine cannot keep a secret from that person, so prefer no client secret. */
function methodFor(supported: readonly string[] | undefined): string {
  if (supported === undefined || supported.includes('none')) return 'none';
  return supported.find((method) => method === 'client_secret_basic' || method === 'client_secret_post') ?? 'none';
}

/** The SDK's shape. The secret of a configured client stays in the config. */
export function toClientInformation(client: OAuthClient, config: OAuthConfig | undefined): OAuthClientInformationMixed {
  const secret = client.kind === 'configured' ? config?.clientSecret : client.secret;
  return {
    client_id: client.id,
    ...(secret !== undefined && { client_secret: secret }),
    ...(client.method !== undefined && { token_endpoint_auth_method: client.method }),
  };
}
