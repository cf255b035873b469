import type { LogLevel } from '@toolmark/base';
import type { ConfigSource, ParsedConfig } from '@toolmark/config';
import type { LocalTokens } from '../front/guard/local-tokens.ts';
import type { LogOptions } from './create-log.ts';

/** What a gateway is started with: everything it would otherwise have to ask the process for. */
export interface GatewayOptions extends ConfigSource {
  readonly dataDir: string;
  readonly version: string;
  readonly log: Pick<LogOptions, 'format' | 'color' | 'destination'>;
  /** The following come before what the config says. */
  readonly logLevel?: LogLevel;
  readonly host?: string;
  readonly port?: number;
  readonly auth: boolean;
}

export interface RunningGateway {
  readonly url: string;
  /** `undefined` where no token is asked for. */
  readonly ownerFile: string | undefined;
  readonly configFile: string;
  /** The address of the page that lets one browser in, once; plain where everybody is let in, or too many wait to be used. */
  readonly pageLink: (lastsMs: number) => string;
  /** Lets running calls end, ends every server, and is done within a deadline. */
  readonly close: () => Promise<void>;
}

/** What is known of a gateway before there is anything to clean up. */
export interface Prepared extends ParsedConfig {
  readonly host: string;
  readonly port: number;
  /** `undefined` where nobody is asked for a token. */
  readonly localTokens: LocalTokens | undefined;
}
