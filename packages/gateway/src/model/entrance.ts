import type { ToolClass } from '@toolmark/annotations';
import type { TokenGrant } from './grant.ts';
import type { Scope } from './scope.ts';

/** The rights that a door (an MCP path of the gateway) gives to the bearer of a token. The same object until one of them changes. */
export interface Entrance {
  /** The name of the token that authenticated the client; `local` without a named token. */
  readonly principal: string;
  /** The MCP path that the client uses, such as `/mcp/search`. A session cannot move to another path. */
  readonly door: string;
  readonly mode: 'direct' | 'search';
  /** Everything that exists for the client; `undefined` for all. */
  readonly scope: Scope | undefined;
  /** The part of the scope in its tool list: without tools that it may not call. */
  readonly menu: Scope | undefined;
  /** The highest class that it may call; `undefined` for no limit. */
  readonly ceiling: ToolClass | undefined;
  /** The grant of its token; `undefined` for a client without a named token. */
  readonly grant: TokenGrant | undefined;
}

/** All rights, for a client without a named token, such as one that started `toolmark stdio`. */
export const OWN_ENTRANCE: Entrance = Object.freeze({
  principal: 'local',
  door: '/mcp',
  mode: 'direct',
  scope: undefined,
  menu: undefined,
  ceiling: undefined,
  grant: undefined,
});
