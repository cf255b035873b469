import { mkdir } from 'node:fs/promises';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';

/** Makes the folder where token and state are kept, for its owner only, or says in a sentence why that cannot be. */
export async function openDataDir(dataDir: string): Promise<Result<undefined, string>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return ok(undefined);
  } catch (error) {
    return err(`The data folder ${dataDir} cannot be used (${toMessage(error)}). Give another one with --data.`);
  }
}
