import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gatewayFileSchema } from '@toolmark/api-contract';
import { isInstance } from '@toolmark/reach';
import { openServerDesk, type ServerDesk } from '@toolmark/setup';
import { dataDirOf } from '../data-dir.ts';
import { parseJson } from '../find-gateway.ts';
import type { Io } from '../io.ts';

/** The options that select a config. */
export interface ConfigFileOptions {
  readonly config?: string;
  readonly data?: string;
}

/**
 * Opens the given config, that of the running gateway, or that of the data folder, and says whether a gateway is
 * running.
 */
export async function openConfigFile(
  options: ConfigFileOptions,
  io: Io,
): Promise<{ readonly desk: ServerDesk; readonly isRunning: boolean }> {
  const dataDir = dataDirOf(options.data, io);
  const running = await runningConfig(dataDir);
  const named = options.config === undefined ? undefined : resolve(io.cwd, options.config);
  const configFile = named ?? running ?? join(dataDir, 'toolmark.json');
  const desk = openServerDesk({
    ...{ configFile, env: io.env, version: io.version, signal: io.signal },
    self: { ...io.self, env: { TOOLMARK_HOME: dataDir } },
  });
  return { desk, isRunning: running === configFile };
}

async function runningConfig(dataDir: string): Promise<string | undefined> {
  try {
    const file = gatewayFileSchema.safeParse(parseJson(await readFile(join(dataDir, 'gateway.json'), 'utf8')));
    if (!file.success) return undefined;
    const { url, secret, config } = file.data;
    return (await isInstance(url, secret)) ? config : undefined;
  } catch {
    return undefined;
  }
}
