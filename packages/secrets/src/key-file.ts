import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { KEY_BYTES } from './sealer.ts';

/** Reads the key of the encrypted file. */
export async function readKey(path: string): Promise<Result<Uint8Array | undefined, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok(undefined);
    return err(`The key of the secrets, ${path}, cannot be read: ${toMessage(error)}.`);
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return ok(key);
  return err(
    `${path} must hold ${KEY_BYTES} bytes as Base64. Restore the key from a backup, or set the secrets again.`,
  );
}

/** Reads the key, or writes a new one. Of two processes that write at the same time, both use the one written first. */
export async function readOrMakeKey(path: string): Promise<Result<Uint8Array, string>> {
  const found = await readKey(path);
  if (!found.ok) return found;
  if (found.value !== undefined) return ok(found.value);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) return err(`The key of the secrets cannot be written to ${path}: ${toMessage(error)}.`);
  }
  const written = await readKey(path);
  if (!written.ok) return written;
  return written.value === undefined ? err(`${path} was removed while it was written. Try again.`) : ok(written.value);
}
