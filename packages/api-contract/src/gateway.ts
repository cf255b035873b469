import * as z from 'zod';
import { serverStates } from './server.ts';
import type { Shape } from './shape.ts';
import { count, moment } from './shared.ts';

/** The token files in the data folder, each readable only by its owner. */
export const TOKEN_FILES = {
  /** The owner's token. The CLI sends it to `/api`, and a browser can exchange it for a cookie. */
  owner: 'owner-token',
  /** The token of `toolmark stdio`, for clients without one of their own. Valid only at `/mcp`. */
  stdio: 'stdio-token',
  /** The single token of earlier versions. Clients that have it keep access to `/mcp` until it is replaced. */
  shared: 'token',
} as const;

/** The variable from which `toolmark stdio` reads its client's token. */
export const TOKEN_VARIABLE = 'TOOLMARK_TOKEN';

export const gatewayFileSchema = z.object({
  url: z.url({ protocol: /^http$/ }),
  pid: count,
  started_at: moment,
  version: z.string(),
  /** Its config file; `toolmark stdio` joins only a gateway with the same one. */
  config: z.string(),
  /** The gateway proves with it that it wrote this file, before anyone sends it a token. */
  secret: z.string().min(1),
});

/** `gateway.json` in the data folder: the address of the gateway that is using this folder. */
export type GatewayFile = Shape<typeof gatewayFileSchema>;

export const readinessSchema = z.object({
  status: z.enum(['ready', 'draining']),
  servers: z.record(z.enum(serverStates), count),
});

/** `GET /readyz`. Only the number of servers per state, without names, because it requires no token. */
export type Readiness = Shape<typeof readinessSchema>;
