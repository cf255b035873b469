import type { ToolClass } from '@toolmark/annotations';

/** The rights of a named token, without the token itself. */
export interface TokenGrant {
  readonly id: string;
  /** Unique and never reused, since rules and grants refer to it. Never `local`, which stands for clients without a named token. */
  readonly name: string;
  /** `client`: an MCP client, at `/mcp`. `api`: a script of the owner, at `/api`. */
  readonly kind: 'client' | 'api';
  /** The highest effective class that it may call. */
  readonly ceiling: ToolClass;
  /** Globs of the servers that it may use; `undefined` for all. */
  readonly servers: readonly string[] | undefined;
  /** The only profile that it may use; `undefined` for all. */
  readonly profile: string | undefined;
  /** Whether its client may answer questions about its own calls. */
  readonly mayAnswer: boolean;
}
