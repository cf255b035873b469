import type { ToolClass } from '@toolmark/annotations';
import type { TokenGrant } from './grant.ts';
import type { Scope } from './scope.ts';

/** What the door by which somebody came gives them. The same object for as long as nothing about it changes. */
export interface Entrance {
  /** Whom the front let in; `local` where there is only one. */
  readonly principal: string;
  /** Which door it was: what was begun at one does not go on at another. */
  readonly door: string;
  readonly mode: 'direct' | 'search';
  /** Everything that exists for them; all of it unless given. */
  readonly scope: Scope | undefined;
  /** What their list of tools has: no more than the scope, and nothing that they could not call anyway. */
  readonly menu: Scope | undefined;
  /** The most that they may do; no limit unless given. */
  readonly ceiling: ToolClass | undefined;
  /** What it rests on; `undefined` for a client without a named token. */
  readonly grant: TokenGrant | undefined;
}

/** Of a client without a named token, such as one that started `toolmark stdio`: everything. */
export const OWN_ENTRANCE: Entrance = Object.freeze({
  principal: 'local',
  door: '/mcp',
  mode: 'direct',
  scope: undefined,
  menu: undefined,
  ceiling: undefined,
  grant: undefined,
});
