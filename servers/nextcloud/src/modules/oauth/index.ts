import type { DefinedTool } from '../../tools/define-tool.ts';
import { checkLoggedIn, checkStatus, provision, revoke } from './tools.ts';

/** Not one of `--modules`: these tools are there exactly where users can grant this server access of its own. */
export const OAUTH_TOOLS: readonly DefinedTool[] = [provision, revoke, checkStatus, checkLoggedIn];
