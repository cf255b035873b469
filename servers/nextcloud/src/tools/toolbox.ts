import type { McpServer } from '@modelcontextprotocol/server';
import type { Kit, ToolContext } from '@toolmark/kit';
import type { Nextcloud } from '../http/nextcloud.ts';
import type { OfflineAccess } from '../oauth/offline-access.ts';
import type { Semantic } from '../semantic/create-semantic.ts';

/** What a tool is registered on and works with. */
export interface Toolbox {
  readonly kit: Kit<McpServer>;
  /** The Nextcloud of whoever calls. */
  readonly nextcloud: (context: Pick<ToolContext, 'auth'>) => Promise<Nextcloud>;
  /** Whether scopes decide who may call what: with a token of OAuth they do, with a password they do not. */
  readonly hasScopes: boolean;
  readonly now: () => Date;
  /**
   * Whether a client of an older revision can be asked for its model during a call. Over HTTP it cannot: a request has no connection on
   * which its client could answer.
   */
  readonly canSample: () => boolean;
  /** `undefined` where semantic search is off. */
  readonly semantic?: Semantic | undefined;
  /** `undefined` where users cannot grant this server access of its own. */
  readonly offline?: OfflineAccess | undefined;
}
