import type { DefinedTool } from '../tools/define-tool.ts';
import { database } from './database/index.ts';
import { download } from './download/index.ts';
import { file } from './file/index.ts';
import { interactive } from './interactive/index.ts';
import { setup } from './setup/index.ts';

/** The tools of one area. */
export interface Module {
  readonly name: string;
  readonly tools: readonly DefinedTool[];
}

export const MODULES: readonly Module[] = [interactive, download, file, setup, database];
