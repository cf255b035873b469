import type { Log } from '@toolmark/base';
import { BUILT_PAGE, readPageFiles } from './page-files.ts';
import { createPageServer, type ServePage } from './serve-page.ts';
import { welcome } from './welcome.ts';

/** Opens the built page; without one, the gateway shows instructions at `/`. */
export async function openPage(version: string, log: Log, folder: string = BUILT_PAGE): Promise<ServePage> {
  const read = await readPageFiles(folder);
  if (!read.ok) log.warn({}, read.error);
  return createPageServer(read.ok ? read.value : undefined, welcome(version));
}
