import type { DefinedTool } from '../../tools/define-tool.ts';
import { checkLoggedIn, checkStatus, provision, revoke } from './tools.ts';

/** Not part of `--modules`: these tools are offered exactly if offline access is configured. */
export const OAUTH_TOOLS: readonly DefinedTool[] = [provision, revoke, checkStatus, checkLoggedIn];
