import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment } from './shared.ts';

export const logLevels = ['debug', 'info', 'warning', 'error'] as const;

export type LogLevelName = (typeof logLevels)[number];

export const serverLogSchema = z.object({
  lines: z.array(
    z.object({
      /** Increases by one with each line of the server. */
      seq: count,
      at: moment,
      /** The server's stderr, a log message of the protocol, or the gateway about the connection. */
      source: z.enum(['stderr', 'message', 'gateway']),
      /** Guessed for stderr. */
      level: z.enum(logLevels),
      /** Without the secrets of the config. */
      text: z.string(),
    }),
  ),
});

/** `GET /api/v1/servers/{name}/log`: the last 1,000 lines since the gateway started, or those after one, oldest first. */
export type ServerLog = Shape<typeof serverLogSchema>;

export type ServerLogLine = ServerLog['lines'][number];
