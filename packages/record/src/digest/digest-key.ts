import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';

const KEY_BYTES = 32;
/** Beside the record and not in its folder: who copies the record does not copy the key. */
const KEY_FILE = 'record-digest.key';

/**
 * The key of the digests of a data folder, made the first time. Gateways that start at the same time agree on one: it is written aside
 * and then linked, which works for one of them only.
 */
export function loadDigestKey(dataDir: string): Result<Buffer, string> {
  const file = join(dataDir, KEY_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return readKey(file) ?? makeKey(file);
  } catch (error) {
    return err(`The key for digests of calls cannot be kept in ${file}: ${toMessage(error)}`);
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
  return readKey(file) ?? err(`${file} was deleted while it was made.`);
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
  if (key.length !== KEY_BYTES) return err(`${file} holds no key. Delete it, and a new one is made at the next start.`);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return ok(key);
}
