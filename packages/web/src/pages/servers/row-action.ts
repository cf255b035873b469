import type { HelpAction } from '../../servers/help.ts';

/** What can be done with a server from a list. */
export type RowAction = HelpAction | 'open' | 'disable' | 'remove';
