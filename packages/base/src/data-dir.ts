import { mkdir } from 'node:fs/promises';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';

/**
 * Creates the data folder for the token and state, readable only by its owner; otherwise returns a sentence with the
 * cause.
 */
export async function openDataDir(dataDir: string): Promise<Result<undefined, string>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return ok(undefined);
  } catch (error) {
    return err(`The data folder ${dataDir} cannot be used (${toMessage(error)}). Give another one with --data.`);
  }
}
