import type { GatewayLog, LogLevel } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import pino, { type DestinationStream, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';

export interface LogOptions {
  readonly level: LogLevel;
  /** `text` for a terminal, `json` for log collectors. */
  readonly format: 'text' | 'json';
  readonly color: boolean;
  readonly destination: DestinationStream;
  /** Redacts the secrets of the config from every line, so that log calls may include texts of servers. */
  readonly known?: Pick<KnownSecrets, 'redact'> | undefined;
}

/** Fields that could hold a secret. They should not be logged; if they are, they are redacted. */
const SECRET_FIELDS = ['authorization', 'token', 'headers', 'env', '*.authorization', '*.token', '*.headers', '*.env'];

export function createLog({ level, format, color, destination: given, known }: LogOptions): GatewayLog {
  const destination = known === undefined ? given : { write: (line: string) => given.write(known.redact(line).text) };
  const stream = format === 'json' ? destination : textOn(destination, color);
  const logger: Logger = pino({ level, base: null, redact: { paths: SECRET_FIELDS, censor: '…' } }, stream);
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    setLevel: (changed) => {
      logger.level = changed;
    },
  };
}

/** Formats each line synchronously. A stream would buffer, and lose the last lines before an exit. */
function textOn(destination: DestinationStream, color: boolean): DestinationStream {
  const format = prettyFactory({
    colorize: color,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    // The server's name is part of the sentence; states and times are for log collectors only.
    messageFormat: '{if server}{server}: {end}{msg}',
    ignore: 'server,state,nextAttempt',
  });
  return { write: (line) => destination.write(format(line)) };
}
