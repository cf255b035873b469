import { ok, type Result } from '@toolmark/annotations';
import { openSecretStore } from '@toolmark/secrets';
import type { Io } from '../io.ts';

/** The secrets of a data folder as they are now, for commands that read a config. */
export async function readSecrets(
  dataDir: string,
  { env, stderr }: Pick<Io, 'env' | 'stderr'>,
): Promise<Result<(name: string) => string | undefined, string>> {
  const log = { error: (_facts: object, message: string) => void stderr.write(`${message}\n`) };
  const opened = await openSecretStore({ dataDir, env, log });
  if (!opened.ok) return opened;
  await opened.value.close();
  return ok(opened.value.get);
}
