import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OAuthSetupError } from './issuer.ts';

const KEY_BYTES = 32;

/** The key from the environment: 32 bytes as base64. */
export function parseKey(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new OAuthSetupError(`${source} must hold 32 bytes as base64; make them with: openssl rand -base64 32`);
}

/** The key from a file that only its owner can read. A missing file is created with a new key. */
export async function readKeyFile(file: string): Promise<Buffer> {
  try {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0) throw new OAuthSetupError(`${file} can be read by others. Run: chmod 600 ${file}`);
    return parseKey(await readFile(file, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = randomBytes(KEY_BYTES);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Exclusive: if two processes start at once, one fails instead of using a key that the other overwrites.
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('base64')}\n`);
  } finally {
    await handle.close();
  }
  await chmod(file, 0o600);
  return key;
}
