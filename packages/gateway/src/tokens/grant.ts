import type { ToolClass } from '@toolmark/annotations';

/** What a named token lets its bearer do. Never has the token in it. */
export interface TokenGrant {
  readonly id: string;
  /** Unique for good: rules and grants know its bearer by it. Never `local`, which is whoever has the gateway's own token. */
  readonly name: string;
  /** The most that may be called, by effective class. */
  readonly ceiling: ToolClass;
  /** Globs of the servers it is for; `undefined` for all. */
  readonly servers: readonly string[] | undefined;
  /** The only profile it is for; `undefined` for all. */
  readonly profile: string | undefined;
}
