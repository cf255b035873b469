import type { GatewayConfig } from './config/config.ts';
import { createGuard, type Guard } from './front/guard/guard.ts';
import { createPageCookies } from './front/guard/page-cookie.ts';
import { createSignIn, type SignIn } from './front/guard/sign-in.ts';
import type { Prepared } from './gateway-options.ts';
import type { HttpServer } from './http-server.ts';
import type { TokenRegistry } from './tokens/registry.ts';

/** Who is let in: programs by the token, browsers by what they got for it. */
export interface Access {
  readonly signIn: SignIn;
  /** Who may call can change while running. */
  readonly guardFor: (config: GatewayConfig) => Guard;
}

export interface AccessOptions extends Pick<Prepared, 'host' | 'token'> {
  readonly http: Pick<HttpServer, 'port' | 'url'>;
  readonly now: () => number;
  readonly tokens: Pick<TokenRegistry, 'find'>;
}

export function createAccess({ host, http, token, now, tokens }: AccessOptions): Access {
  const { port, url } = http;
  const access = token && { ...token, cookies: createPageCookies({ token: token.token, port, now }) };
  return {
    signIn: createSignIn({ access, url, now }),
    guardFor: ({ allowedHosts, allowedOrigins }) =>
      createGuard({
        ...{ host, port, allowedHosts, allowedOrigins },
        token: token?.token,
        named: tokens.find,
        tokenFile: token?.file ?? '',
        cookies: access?.cookies,
      }),
  };
}
