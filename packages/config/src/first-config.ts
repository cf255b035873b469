import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { openDataDir } from '@toolmark/base';
import { DEMO_ENTRY } from './demo-entry.ts';
import { configFileJsonSchema } from './file-schema.ts';

/** Beside the config, so that editors find it offline. */
const SCHEMA_FILE = 'toolmark.schema.json';

/**
 * Writes the first config of a user, by default with the demo server, so that there is something to try.
 *
 * @returns `false` if the file exists already; it is not changed.
 */
export async function writeFirstConfig(
  file: string,
  mcpServers: Readonly<Record<string, object>> = { demo: DEMO_ENTRY },
): Promise<Result<boolean, string>> {
  const opened = await openDataDir(dirname(file));
  if (!opened.ok) return opened;
  try {
    // Mode 0600, because people put the secrets of their servers here.
    await writeFile(file, `${JSON.stringify({ $schema: `./${SCHEMA_FILE}`, mcpServers }, undefined, 2)}\n`, {
      flag: 'wx',
      mode: 0o600,
    });
    await writeSchema(file);
    return ok(true);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return ok(false);
    return err(`${file} could not be written (${toMessage(error)}). Give another data folder with --data.`);
  }
}

/** Writes the schema of this version beside a config that refers to it. */
export async function writeSchema(configFile: string): Promise<void> {
  const path = join(dirname(configFile), SCHEMA_FILE);
  await writeFile(path, `${JSON.stringify(configFileJsonSchema(), undefined, 2)}\n`);
}
