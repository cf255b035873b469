import type { ToolClass } from '@toolmark/annotations';

/** What a named token lets its bearer do. Never has the token in it. */
export interface TokenGrant {
  readonly id: string;
  /** Unique for good: rules and grants know its bearer by it. Never `local`, which is whoever has no named token. */
  readonly name: string;
  /** `client`: an MCP client, at `/mcp`. `api`: a script of the owner, at `/api`. */
  readonly kind: 'client' | 'api';
  /** The most that may be called, by effective class. */
  readonly ceiling: ToolClass;
  /** Globs of the servers it is for; `undefined` for all. */
  readonly servers: readonly string[] | undefined;
  /** The only profile it is for; `undefined` for all. */
  readonly profile: string | undefined;
  /** Whether its client may answer questions about its own calls. */
  readonly mayAnswer: boolean;
}
