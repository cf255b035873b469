import type { GatewayLog, LogLevel } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import pino, { type DestinationStream, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';

export interface LogOptions {
  readonly level: LogLevel;
  /** `text` for a person at a terminal, `json` for everything that collects logs. */
  readonly format: 'text' | 'json';
  readonly color: boolean;
  readonly destination: DestinationStream;
  /** Secrets of the config: whoever logs what a server said need not look for them. */
  readonly known?: Pick<KnownSecrets, 'redact'> | undefined;
}

/** Fields in which a secret could travel, should one ever get that far. */
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

/** Formatted line by line and not through a stream: what was logged last before an exit is not lost in a buffer. */
function textOn(destination: DestinationStream, color: boolean): DestinationStream {
  const format = prettyFactory({
    colorize: color,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    // The name belongs to the sentence; states and times are for machines.
    messageFormat: '{if server}{server}: {end}{msg}',
    ignore: 'server,state,nextAttempt',
  });
  return { write: (line) => destination.write(format(line)) };
}
