import type { DefinedTool } from '../tools/define-tool.ts';
import { database } from './database/index.ts';
import { download } from './download/index.ts';
import { env } from './env/index.ts';
import { file } from './file/index.ts';
import { functions } from './functions/index.ts';
import { gateway } from './gateway/index.ts';
import { hosting } from './hosting/index.ts';
import { interactive } from './interactive/index.ts';
import { rag } from './rag/index.ts';
import { setup } from './setup/index.ts';
import { storage } from './storage/index.ts';

/** The tools of one area. */
export interface Module {
  readonly name: string;
  readonly tools: readonly DefinedTool[];
}

/** In the order of the original server, which is the order on the wire. */
export const MODULES: readonly Module[] = [
  env,
  hosting,
  functions,
  interactive,
  download,
  storage,
  gateway,
  rag,
  file,
  setup,
  database,
];
