import type { HelpAction } from '../../servers/help.ts';

/** An action on a server in the list. */
export type RowAction = HelpAction | 'open' | 'disable' | 'remove';
