import type { Era } from '@toolmark/base';
import type { ServerTarget } from '@toolmark/reach';

/** A server as its connection needs it. */
export interface UpstreamConfig {
  readonly name: string;
  readonly disabled: boolean;
  /** Why it cannot be started, such as a variable that is not set. The others are. */
  readonly problem?: string;
  readonly target: ServerTarget;
  readonly protocol: 'auto' | Era;
  readonly connectTimeoutMs: number;
  /** How long a call may be silent; progress starts it anew. */
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly concurrency: number;
  /** What the answer to one call may come to; `values` as in `limits`. */
  readonly answer: { readonly bytes: number; readonly values: number };
  readonly queue: number;
  /** What is known about signing in to it; `undefined` where nothing is. */
  readonly oauth: OAuthConfig | undefined;
}

/** What is known beforehand about signing in to a server. All of it is optional: most servers tell themselves. */
export interface OAuthConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** The only one to sign in at, whoever else a server names: what is known of a client is for it alone. */
  readonly issuer?: string;
  /** An address with a client ID metadata document, to be used as the client's id. */
  readonly clientMetadataUrl?: string;
  /** Which redirect address a client has that was registered by hand: one for all, or the one of its issuer. `common` unless given. */
  readonly redirect?: 'common' | 'issuer';
}
