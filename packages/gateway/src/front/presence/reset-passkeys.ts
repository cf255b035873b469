import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type { Passkey } from '@toolmark/api-contract';
import { readState } from '@toolmark/base';
import { PASSKEY_FILE } from './key-file.ts';
import { type KeyState, keyStateSchema, toPasskey } from './key-state.ts';

const NONE: KeyState = { user_id: '', keys: [] };

/** The passkeys in a data folder without a running gateway. */
export async function readPasskeys(dataDir: string): Promise<Result<readonly Passkey[], string>> {
  const read = await readState({ path: join(dataDir, PASSKEY_FILE), schema: keyStateSchema, empty: NONE });
  return read.ok ? ok(read.value.value.keys.map(toPasskey)) : read;
}

/** Removes all passkeys, for a person who lost them. A running gateway keeps those in memory. */
export async function resetPasskeys(dataDir: string): Promise<Result<undefined, string>> {
  const path = join(dataDir, PASSKEY_FILE);
  try {
    await rm(path, { force: true });
    return ok(undefined);
  } catch (error) {
    return err(`${path} cannot be removed: ${toMessage(error)}`);
  }
}
