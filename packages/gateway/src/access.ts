import { userInfo } from 'node:os';
import type { GatewayConfig } from './config/config.ts';
import { createGuard, type Guard } from './front/guard/guard.ts';
import { createPageCookies } from './front/guard/page-cookie.ts';
import { createSignIn, type SignIn } from './front/guard/sign-in.ts';
import type { Prepared } from './gateway-options.ts';
import type { HttpServer } from './http-server.ts';
import type { TokenRegistry } from './tokens/registry.ts';

/** Who is let in: the owner's programs and browsers, and clients. */
export interface Access {
  readonly signIn: SignIn;
  /** Who may call can change while running. */
  readonly guardFor: (config: GatewayConfig) => Guard;
}

export interface AccessOptions extends Pick<Prepared, 'host' | 'localTokens'> {
  readonly http: Pick<HttpServer, 'port'>;
  /** Where the page is to be opened now. */
  readonly pageUrl: () => string;
  readonly now: () => number;
  readonly tokens: Pick<TokenRegistry, 'find'>;
}

export function createAccess({ host, http, pageUrl, localTokens, now, tokens }: AccessOptions): Access {
  const { port } = http;
  const owner = localTokens?.owner;
  const access = owner && { token: owner.token, cookies: createPageCookies({ token: owner.token, port, now }) };
  const clients = localTokens === undefined ? [] : clientSecrets(localTokens);
  const secrets = owner && { owner: owner.token, clients: () => clients };
  const ownerName = accountName();
  return {
    signIn: createSignIn({ access, url: pageUrl, now }),
    guardFor: ({ allowedHosts, allowedOrigins }) =>
      createGuard({
        ...{ host, port, allowedHosts, allowedOrigins, secrets, ownerName },
        named: tokens.find,
        ownerFile: owner?.file ?? '',
        cookies: access?.cookies,
      }),
  };
}

const clientSecrets = ({ stdio, old }: NonNullable<Prepared['localTokens']>): readonly string[] =>
  old === undefined ? [stdio.token] : [stdio.token, old.token];

/** The account that runs the gateway. A container may run under a number that has no name. */
function accountName(): string {
  try {
    return userInfo().username || 'owner';
  } catch {
    return 'owner';
  }
}
