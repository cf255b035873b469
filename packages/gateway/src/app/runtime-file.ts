import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayFile, gatewayFileSchema } from '@toolmark/api-contract';
import { replaceFile } from '@toolmark/base';

const pathIn = (dataDir: string): string => join(dataDir, 'gateway.json');

export async function writeRuntimeFile(dataDir: string, content: GatewayFile): Promise<void> {
  await replaceFile(pathIn(dataDir), `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Reads the file; `undefined` if it is missing or invalid. Does not check whether that gateway is running. */
export async function readRuntimeFile(dataDir: string): Promise<GatewayFile | undefined> {
  try {
    const parsed = gatewayFileSchema.safeParse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the file unless another gateway has replaced it since. */
export async function removeRuntimeFile(dataDir: string, pid: number): Promise<void> {
  if ((await readRuntimeFile(dataDir))?.pid !== pid) return;
  await unlink(pathIn(dataDir)).catch(() => {});
}
