export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The logger of the gateway's modules: structured fields first, then a readable sentence. */
export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}

type LogLine = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface GatewayLog extends Log {
  readonly setLevel: (level: LogLevel) => void;
}
