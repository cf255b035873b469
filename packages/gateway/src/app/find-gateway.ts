import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKEN_FILES } from '@toolmark/api-contract';
import { isInstance } from '@toolmark/reach';
import { readRuntimeFile } from './runtime-file.ts';

/** The address of a running gateway, and a token for it. */
export interface FoundGateway {
  readonly url: string;
  readonly token: string | undefined;
}

/** Finds the running gateway of a data folder, if it proves its identity and uses this config. */
export async function findGateway(where: {
  readonly dataDir: string;
  readonly configFile: string;
  /** The client's own token; the one of `toolmark stdio` by default. */
  readonly token: string | undefined;
}): Promise<FoundGateway | undefined> {
  const file = await readRuntimeFile(where.dataDir);
  if (file === undefined || file.config !== where.configFile) return undefined;
  if (!(await isInstance(file.url, file.secret))) return undefined;
  return { url: file.url, token: where.token ?? (await readToken(where.dataDir)) };
}

async function readToken(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, TOKEN_FILES.stdio), 'utf8')).trim();
  } catch {
    return undefined;
  }
}
