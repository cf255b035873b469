import { withoutCredentials } from '../account/server-url.ts';
import { isSecureAddress } from './bounded-fetch.ts';

/** The options for serving with OAuth. */
export interface OAuthOptions {
  readonly issuer: string;
  /** The address of the Nextcloud. */
  readonly nextcloudUrl: string;
  /** The public address of the MCP endpoint. */
  readonly resource: string;
  /** The required value of a token's `aud`. */
  readonly audience: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Exchange callers' tokens for this audience; without it they are forwarded. */
  readonly exchangeAudience?: string;
  readonly offline?: OfflineOptions;
}

export interface OfflineOptions {
  /** The scopes that the server's own client requests. */
  readonly scopes: readonly string[];
  /** 32 bytes as base64; without it the key is in `keyFile`. */
  readonly key?: string;
  /** The default is a file beside the grants. */
  readonly keyFile?: string;
}

/** The command line options of OAuth. */
export const OAUTH_OPTIONS = {
  oauth: { type: 'string' },
  'oauth-resource': { type: 'string' },
  'oauth-audience': { type: 'string' },
  'oauth-client': { type: 'string' },
  'oauth-exchange': { type: 'string' },
  'oauth-offline': { type: 'boolean' },
  'oauth-offline-scopes': { type: 'string' },
  'oauth-key-file': { type: 'string' },
} as const;

export const OAUTH_HELP = `  --oauth ISSUER   with --http: accept access tokens of this OpenID Connect issuer (or OAUTH_ISSUER),
                   and use Nextcloud as that user; no --user and no password. Also:
  --oauth-resource URL    public address of this server, as clients know it (default: http://127.0.0.1:PORT/mcp)
  --oauth-audience NAME   what tokens must be issued for (default: the address of --oauth-resource)
  --oauth-client ID       this server's own client at the issuer (or OAUTH_CLIENT_ID); its secret is read from
                          OAUTH_CLIENT_SECRET. Needed for tokens that are not JWTs, and for the next two
  --oauth-exchange NAME   exchange tokens for ones with this audience, instead of passing them on to Nextcloud
  --oauth-offline         offer the four tools by which users grant this server access of its own
  --oauth-offline-scopes LIST   what its client asks for (default: openid offline_access)
  --oauth-key-file FILE   key that encrypts the refresh tokens, made where it is missing
                          (or OAUTH_TOKEN_KEY: 32 bytes as base64)
`;

interface Given {
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly demo?: boolean | undefined;
  readonly oauth?: string | undefined;
  readonly 'oauth-resource'?: string | undefined;
  readonly 'oauth-audience'?: string | undefined;
  readonly 'oauth-client'?: string | undefined;
  readonly 'oauth-exchange'?: string | undefined;
  readonly 'oauth-offline'?: boolean | undefined;
  readonly 'oauth-offline-scopes'?: string | undefined;
  readonly 'oauth-key-file'?: string | undefined;
}

/** Parses the OAuth settings of the command line and the environment: none, options, or an error message. */
export function parseOAuth(
  given: Given,
  env: Readonly<Record<string, string | undefined>>,
  port: number | undefined,
): OAuthOptions | string | undefined {
  const issuer = given.oauth ?? textOr(env['OAUTH_ISSUER']);
  if (issuer === undefined) {
    const stray = Object.keys(given).find((name) => name.startsWith('oauth-'));
    return stray === undefined ? undefined : `Give --oauth ISSUER together with --${stray}.`;
  }
  if (given.demo === true) return '--oauth needs a real Nextcloud; leave out --demo.';
  if (port === undefined) return 'Give --http together with --oauth: tokens come with HTTP requests.';
  if (given.user !== undefined) return 'With --oauth the user is that of the token; leave out --user.';
  if (!isSecureAddress(issuer))
    return `--oauth wants the https address of an issuer, not '${withoutCredentials(issuer)}'.`;
  const nextcloudUrl = given.url ?? textOr(env['NEXTCLOUD_HOST']);
  if (nextcloudUrl === undefined) return 'Where is your Nextcloud? Give --url URL.';
  if (!isSecureAddress(nextcloudUrl))
    return `With --oauth, --url wants an https address, because tokens are sent there; not '${withoutCredentials(nextcloudUrl)}'.`;
  if (given['oauth-resource'] === undefined && port === 0) return 'Give --oauth-resource URL, or a port with --http.';
  const resource = given['oauth-resource'] ?? `http://127.0.0.1:${port}/mcp`;
  if (!isSecureAddress(resource) || new URL(resource).hash !== '')
    return `--oauth-resource wants the https address of this server, not '${withoutCredentials(resource)}'.`;
  const clientId = given['oauth-client'] ?? textOr(env['OAUTH_CLIENT_ID']);
  const clientSecret = textOr(env['OAUTH_CLIENT_SECRET']);
  const exchangeAudience = given['oauth-exchange'];
  const offline = parseOffline(given, env);
  if (typeof offline === 'string') return offline;
  if (clientId === undefined && (exchangeAudience !== undefined || offline !== undefined))
    return "Give this server's own client with --oauth-client ID, and its secret in OAUTH_CLIENT_SECRET.";
  return {
    issuer,
    nextcloudUrl,
    resource,
    audience: given['oauth-audience'] ?? resource,
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(exchangeAudience !== undefined && { exchangeAudience }),
    ...(offline !== undefined && { offline }),
  };
}

function parseOffline(
  given: Given,
  env: Readonly<Record<string, string | undefined>>,
): OfflineOptions | string | undefined {
  const { 'oauth-offline-scopes': scopes = 'openid offline_access', 'oauth-key-file': keyFile } = given;
  if (given['oauth-offline'] !== true)
    return given['oauth-offline-scopes'] === undefined && keyFile === undefined
      ? undefined
      : 'Give --oauth-offline together with --oauth-offline-scopes and --oauth-key-file.';
  const names = scopes.split(/[ ,]+/).filter(Boolean);
  if (!names.includes('openid')) return '--oauth-offline-scopes must contain openid: it tells who signed in.';
  const key = textOr(env['OAUTH_TOKEN_KEY']);
  return { scopes: names, ...(key !== undefined && { key }), ...(keyFile !== undefined && { keyFile }) };
}

const textOr = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text);
