import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import { writeFirstConfig } from '@toolmark/config';
import { startGateway } from '@toolmark/gateway';
import type { FoundGateway } from '../find-gateway.ts';
import type { Io } from '../io.ts';

/** A gateway that runs as long as the demo. */
export interface TemporaryGateway {
  readonly found: FoundGateway;
  /** Its data folder. */
  readonly data: string;
  /** Stops it, and deletes everything it wrote. */
  readonly close: () => Promise<void>;
}

/** Starts a gateway with the demo server in a temporary folder. */
export async function startTemporaryGateway(io: Io): Promise<Result<TemporaryGateway, string>> {
  const data = await mkdtemp(join(tmpdir(), 'toolmark-demo-'));
  const remove = (): Promise<void> => rm(data, { recursive: true, force: true, maxRetries: 3 });
  try {
    const configFile = join(data, 'toolmark.json');
    const written = await writeFirstConfig(configFile);
    const started = written.ok
      ? await startGateway({
          configFile,
          dataDir: data,
          env: io.env,
          self: { ...io.self, env: { TOOLMARK_HOME: data } },
          version: io.version,
          logLevel: 'error',
          log: { format: 'text', color: false, destination: { write: (line) => void io.stderr.write(line) } },
          port: 0,
          auth: true,
        })
      : written;
    if (!started.ok) {
      await remove();
      return err(started.error);
    }
    const { url, ownerFile, close } = started.value;
    const token = ownerFile === undefined ? undefined : (await readFile(ownerFile, 'utf8')).trim();
    return ok({
      found: { base: new URL(url), token, notRunning: 'The gateway of the demo has ended.' },
      data,
      close: async () => {
        await close();
        await remove();
      },
    });
  } catch (error) {
    await remove();
    throw error;
  }
}
