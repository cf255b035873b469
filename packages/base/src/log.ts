export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** What the rooms of the gateway write to. Fields first, then a sentence for a person. */
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
