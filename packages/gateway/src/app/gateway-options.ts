import type { LogLevel } from '@toolmark/base';
import type { ConfigSource, ParsedConfig } from '@toolmark/config';
import type { LocalTokens } from '../front/guard/local-tokens.ts';
import type { LogOptions } from './create-log.ts';

/** The start options of a gateway, with everything that depends on the process. */
export interface GatewayOptions extends ConfigSource {
  readonly dataDir: string;
  readonly version: string;
  readonly log: Pick<LogOptions, 'format' | 'color' | 'destination'>;
  /** This and the following take precedence over the config. */
  readonly logLevel?: LogLevel;
  readonly host?: string;
  readonly port?: number;
  readonly auth: boolean;
}

export interface RunningGateway {
  readonly url: string;
  /** `undefined` when no token is required. */
  readonly ownerFile: string | undefined;
  readonly configFile: string;
  /** A link to the page that signs in one browser, once. Without a code when no token is required, or too many links are unused. */
  readonly pageLink: (lastsMs: number) => string;
  /** Waits for running calls and disconnects every server, within a deadline. */
  readonly close: () => Promise<void>;
}

/** The checked start options: config, address and tokens. Nothing is open yet that has to be closed. */
export interface Prepared extends ParsedConfig {
  readonly host: string;
  readonly port: number;
  /** `undefined` when no token is required. */
  readonly localTokens: LocalTokens | undefined;
}
