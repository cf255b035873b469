import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKEN_FILES } from '@toolmark/api-contract';

/** The tokens in files of a data folder; empty if a file is missing or unreadable. */
export type LocalSecrets = Readonly<Record<keyof typeof TOKEN_FILES, string>>;

export async function readLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  const read = async (name: string): Promise<string> =>
    (await readFile(join(dataDir, name), 'utf8').catch(() => '')).trim();
  const [owner, stdio, shared] = await Promise.all([
    read(TOKEN_FILES.owner),
    read(TOKEN_FILES.stdio),
    read(TOKEN_FILES.shared),
  ]);
  return { owner, stdio, shared };
}
