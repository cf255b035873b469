import * as z from 'zod';
import { type ServerStateName, serverStates } from './server.ts';
import { count, moment } from './shared.ts';

/** `gateway.json` in the data folder: where the gateway that uses this folder can be reached while it runs. */
export interface GatewayFile {
  readonly url: string;
  readonly pid: number;
  readonly started_at: string;
  readonly version: string;
  /** The config it runs on; `toolmark stdio` joins only a gateway with its own. */
  readonly config: string;
  /** With it the gateway proves that it is the one that wrote this file, before anybody shows it a token. */
  readonly secret: string;
}

/** The files in the data folder that hold a token, each readable by its owner alone. */
export const TOKEN_FILES = {
  /** Of the person who runs the gateway. The CLI sends it to `/api`, and a browser can trade it for a cookie. */
  owner: 'owner-token',
  /** Of `toolmark stdio`, for clients that have no token of their own. Only `/mcp` takes it. */
  stdio: 'stdio-token',
  /** Of versions that had one token for everything. Clients that were given it keep `/mcp` until it is replaced. */
  shared: 'token',
} as const;

/** The variable from which `toolmark stdio` takes the token of the client that starts it. */
export const TOKEN_VARIABLE = 'TOOLMARK_TOKEN';

/**
 * `GET /readyz`. How many servers are in each state, and not which: whoever asks need not have shown a token.
 */
export interface Readiness {
  readonly status: 'ready' | 'draining';
  readonly servers: Readonly<Record<ServerStateName, number>>;
}

export const gatewayFileSchema: z.ZodType<GatewayFile> = z.object({
  url: z.url({ protocol: /^http$/ }),
  pid: count,
  started_at: moment,
  version: z.string(),
  config: z.string(),
  secret: z.string().min(1),
});

export const readinessSchema: z.ZodType<Readiness> = z.object({
  status: z.enum(['ready', 'draining']),
  servers: z.record(z.enum(serverStates), count),
});
