import { rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type { GatewayConfig } from '@toolmark/config';
import type { HttpServer } from '../http-server.ts';
import type { TokenRegistry } from '../tokens/registry.ts';
import { createGuard, type Guard } from './guard.ts';
import type { LocalTokens } from './local-tokens.ts';
import { createPageCookies } from './page-cookie.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** Lets in the owner's programs and browsers, and clients. */
export interface Access {
  readonly signIn: SignIn;
  /** The guard under a config. */
  readonly guardFor: (config: Pick<GatewayConfig, 'allowedHosts' | 'allowedOrigins'>) => Guard;
  readonly sharedToken: SharedToken;
}

/** The one token of an earlier version, which clients may still use. */
interface SharedToken {
  /** The file that holds it; `undefined` when it is not accepted. */
  readonly file: () => string | undefined;
  /** Removes the file, and accepts the token no more. On failure, returns a readable reason. */
  readonly retire: () => Promise<Result<void, string>>;
}

export interface AccessOptions {
  readonly host: string;
  /** `undefined` when no token is required. */
  readonly localTokens: LocalTokens | undefined;
  readonly http: Pick<HttpServer, 'port'>;
  /** The address under which the page is to be opened. */
  readonly pageUrl: () => string;
  readonly now: () => number;
  readonly tokens: Pick<TokenRegistry, 'find'>;
}

export function createAccess({ host, http, pageUrl, localTokens, now, tokens }: AccessOptions): Access {
  const { port } = http;
  const owner = localTokens?.owner;
  const access = owner && { token: owner.token, cookies: createPageCookies({ token: owner.token, port, now }) };
  let shared = localTokens?.shared;
  let clients = clientSecrets(localTokens);
  const secrets = owner && { owner: owner.token, clients: () => clients };
  const ownerName = accountName();
  return {
    signIn: createSignIn({ access, url: pageUrl, now }),
    guardFor: ({ allowedHosts, allowedOrigins }) =>
      createGuard({
        host,
        port,
        allowedHosts,
        allowedOrigins,
        secrets,
        ownerName,
        named: tokens.find,
        ownerFile: owner?.file ?? '',
        cookies: access?.cookies,
      }),
    sharedToken: {
      file: () => shared?.file,
      retire: async () => {
        if (localTokens === undefined || shared === undefined) return ok(undefined);
        try {
          await rm(shared.file, { force: true });
        } catch (error) {
          return err(`${shared.file} cannot be removed: ${toMessage(error)}`);
        }
        shared = undefined;
        clients = clientSecrets({ ...localTokens, shared });
        return ok(undefined);
      },
    },
  };
}

function clientSecrets(tokens: Pick<LocalTokens, 'stdio' | 'shared'> | undefined): readonly string[] {
  if (tokens === undefined) return [];
  const { stdio, shared } = tokens;
  return shared === undefined ? [stdio.token] : [stdio.token, shared.token];
}

/** The account that runs the gateway. A container may run under a number that has no name. */
function accountName(): string {
  try {
    return userInfo().username || 'owner';
  } catch {
    return 'owner';
  }
}
