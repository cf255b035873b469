import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';

const KEY_BYTES = 32;
/** Next to the record but outside its folder, so that a copy of the record does not include the key. */
const KEY_FILE = 'record-digest.key';

/**
 * The digest key of a data folder, created on first use. It is written to a temporary file and linked, which succeeds
 * for one gateway only, so that gateways that start together agree.
 */
export function loadDigestKey(dataDir: string): Result<Buffer, string> {
  const file = join(dataDir, KEY_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return readKey(file) ?? makeKey(file);
  } catch (error) {
    return err(`The key for call digests cannot be stored in ${file}: ${toMessage(error)}`);
  }
}

function makeKey(file: string): Result<Buffer, string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readKey(file) ?? err(`${file} was deleted while it was being created.`);
}

function readKey(file: string): Result<Buffer, string> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const key = Buffer.from(text, 'base64url');
  if (key.length !== KEY_BYTES)
    return err(`${file} has no valid key. Delete it; a new key is created at the next start.`);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return ok(key);
}
