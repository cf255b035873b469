import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKEN_FILES } from '@toolmark/api-contract';
import { isInstance } from '@toolmark/reach';
import { readRuntimeFile } from './runtime-file.ts';

/** A running gateway, and what lets a client in. */
export interface FoundGateway {
  readonly url: string;
  readonly token: string | undefined;
}

/** The gateway of a data folder, if it lives, is the one that says so, and offers what this config says. */
export async function findGateway(where: {
  readonly dataDir: string;
  readonly configFile: string;
  /** That somebody gave the client; the one of `toolmark stdio` unless given. */
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
