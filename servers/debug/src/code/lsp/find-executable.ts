import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The absolute path of the first of these programs on the path. */
export async function findExecutable(names: readonly string[], env: Environment): Promise<string | undefined> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (await isThere(path, constants.X_OK)) return path;
    }
  }
  return undefined;
}

export const isThere = (path: string, mode: number = constants.R_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
