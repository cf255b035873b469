import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type HttpServer, serveHttp } from '@toolmark/kit/serve';
import { accountFile } from './account/account-file.ts';
import type { ModuleName } from './modules/module.ts';
import { createOAuth } from './oauth/create-oauth.ts';
import { indexInBackground } from './oauth/index-in-background.ts';
import type { OAuthOptions } from './oauth/oauth-options.ts';
import { servedModules, supportedScopes } from './oauth/supported-scopes.ts';
import type { Semantic } from './semantic/create-semantic.ts';
import { createNextcloudServer } from './server.ts';
import { createTelemetry } from './telemetry/create-telemetry.ts';

export interface OAuthServerOptions {
  readonly oauth: OAuthOptions;
  readonly port: number;
  readonly maxBodyBytes: number;
  /** The default is all. The installed apps are unknown before the first call of a user. */
  readonly modules?: readonly ModuleName[] | undefined;
  readonly semantic?: Semantic | undefined;
  /** The folder for grants and their key; the default is beside the account of `login`. */
  readonly folder?: string;
  readonly complain: (sentence: string) => void;
}

/**
 * Serves users who sign in with OAuth: each request carries a token, and its user's Nextcloud is used.
 *
 * @example
 * const server = await serveOAuth({ oauth, port: 7423, maxBodyBytes: 1_048_576, complain: console.error });
 */
export async function serveOAuth(options: OAuthServerOptions): Promise<HttpServer> {
  const { port, maxBodyBytes, semantic, complain } = options;
  const served = servedModules({ modules: options.modules, hasSemantic: semantic !== undefined });
  const modules = served.map(({ name }) => name);
  const telemetry = createTelemetry({ url: options.oauth.nextcloudUrl, mode: 'oauth' });
  const oauth = await createOAuth(options.oauth, {
    scopes: supportedScopes(served, options.oauth.offline !== undefined),
    onRequest: telemetry.onRequest,
    onTokenCheck: telemetry.onTokenCheck,
    folder: options.folder ?? join(dirname(accountFile(process.env, homedir())), 'oauth'),
  });
  const { authenticate, routes, hosts, nextcloud, offline } = oauth;
  const factory = () =>
    createNextcloudServer({
      nextcloud,
      modules,
      hasScopes: true,
      use: [telemetry.use],
      ...(semantic && { semantic }),
      ...(offline && { offline }),
    });
  const onError = (error: Error): void => complain(error.message);
  const http = await serveHttp(factory, {
    port,
    maxBodyBytes,
    authenticate,
    guards: [telemetry.guard],
    routes: { ...telemetry.routes, ...routes },
    hosts,
    onError,
  });
  const stopIndexing = semantic && offline && indexInBackground(semantic, oauth, complain);
  return {
    ...http,
    close: async () => {
      stopIndexing?.();
      await http.close();
    },
  };
}
