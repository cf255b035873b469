import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit, ToolContext } from '@toolmark/kit';
import type { Nextcloud } from '../http/nextcloud.ts';
import type { OfflineAccess } from '../oauth/offline-access.ts';
import type { Semantic } from '../semantic/create-semantic.ts';

/** The server to register tools on, and the tools' dependencies. */
export interface Toolbox {
  readonly kit: Kit<McpServer>;
  /** The Nextcloud of the caller. */
  readonly nextcloud: (context: Pick<ToolContext, 'auth'>) => Promise<Nextcloud>;
  /** Whether scopes restrict calls: `true` with OAuth tokens, `false` with a password. */
  readonly hasScopes: boolean;
  readonly now: () => Date;
  /**
   * Whether this server can send sampling requests to a client of an older revision during a call. Over HTTP it cannot: the client has
   * no connection for the answer.
   */
  readonly canSample: () => boolean;
  /** `undefined` if semantic search is off. */
  readonly semantic?: Semantic | undefined;
  /** `undefined` without offline access. */
  readonly offline?: OfflineAccess | undefined;
}
