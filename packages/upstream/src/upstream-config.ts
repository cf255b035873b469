import type { Era } from '@toolmark/base';
import type { ServerTarget } from '@toolmark/reach';

/** The connection settings of a server. */
export interface UpstreamConfig {
  readonly name: string;
  readonly disabled: boolean;
  /** Why it cannot be started, such as an unset variable. Other servers are unaffected. */
  readonly problem?: string;
  readonly target: ServerTarget;
  readonly protocol: 'auto' | Era;
  readonly connectTimeoutMs: number;
  /** The longest silence of a call; progress restarts it. */
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly concurrency: number;
  /** The limits for the answer to one call; `values` as in `limits`. */
  readonly answer: { readonly bytes: number; readonly values: number };
  readonly queue: number;
  /** The OAuth settings, if any. */
  readonly oauth: OAuthConfig | undefined;
}

/** OAuth settings of a server. All are optional: most servers publish them. */
export interface OAuthConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** The only accepted issuer, whatever the server names: a registered client belongs to it alone. */
  readonly issuer?: string;
  /** The URL of a client ID metadata document, used as the client id. */
  readonly clientMetadataUrl?: string;
  /**
   * The redirect address of a hand-registered client: one for all issuers, or one for this issuer. `common` by default.
   */
  readonly redirect?: 'common' | 'issuer';
}
