import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayFile, gatewayFileSchema } from '@toolmark/api-contract';

const pathIn = (dataDir: string): string => join(dataDir, 'gateway.json');

export async function writeRuntimeFile(dataDir: string, content: GatewayFile): Promise<void> {
  const path = pathIn(dataDir);
  // Renamed into place: a reader sees the old one or the new one, never half of one.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

/** What the file says; `undefined` where there is none, or none that can be read. Whether that gateway lives is not asked. */
export async function readRuntimeFile(dataDir: string): Promise<GatewayFile | undefined> {
  try {
    const parsed = gatewayFileSchema.safeParse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the file away if it is still ours: another gateway may have been started since. */
export async function removeRuntimeFile(dataDir: string, pid: number): Promise<void> {
  if ((await readRuntimeFile(dataDir))?.pid !== pid) return;
  await unlink(pathIn(dataDir)).catch(() => {});
}
