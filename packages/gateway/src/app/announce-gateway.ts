import { toMessage } from '@toolmark/annotations';
import { type GatewayLog, systemClock } from '@toolmark/base';
import { writeSchema } from '@toolmark/config';
import { isInstance } from '@toolmark/reach';
import type { GatewayOptions } from './gateway-options.ts';
import { readRuntimeFile, writeRuntimeFile } from './runtime-file.ts';

/**
 * Writes the files by which others find the gateway: the schema of the config for editors, and the address for commands of the same
 * user. A failure is logged; the gateway runs without them.
 */
export async function announceGateway(
  { configFile, dataDir, version }: Pick<GatewayOptions, 'configFile' | 'dataDir' | 'version'>,
  url: string,
  secret: string,
  log: GatewayLog,
): Promise<void> {
  await writeSchema(configFile).catch((error: unknown) =>
    log.debug({ error: toMessage(error) }, 'the schema of the config could not be written'),
  );
  const other = await readRuntimeFile(dataDir);
  if (other !== undefined && (await isInstance(other.url, other.secret)))
    log.warn({ url: other.url, pid: other.pid }, 'another gateway uses this data folder; commands find the newer one');
  const started_at = new Date(systemClock.now()).toISOString();
  await writeRuntimeFile(dataDir, { url, pid: process.pid, started_at, version, config: configFile, secret }).catch(
    (error: unknown) =>
      log.warn({ error: toMessage(error) }, 'gateway.json could not be written; commands will not find this gateway'),
  );
}
