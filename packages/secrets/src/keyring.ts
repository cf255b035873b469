import { randomUUID } from 'node:crypto';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, systemClock } from '@toolmark/base';

/** The keyring of the operating system. Every call has a deadline: a keyring may wait for a person to unlock it. */
export interface Keyring {
  readonly get: (account: string) => Promise<Result<string | undefined, string>>;
  readonly set: (account: string, value: string) => Promise<Result<void, string>>;
  readonly remove: (account: string) => Promise<Result<void, string>>;
}

/** The part of the interface of `@napi-rs/keyring` that is used here. */
export interface KeyringEntry {
  readonly setPassword: (value: string) => Promise<void>;
  readonly getPassword: () => Promise<string | null>;
  readonly deletePassword: () => Promise<boolean>;
}

const SERVICE = 'Toolmark';

/** Long enough for a person to type a password, short enough for a gateway that starts unattended. */
const DEADLINE_MS = 20_000;

/** Opens an entry of the keyring. Loads the native module when first used: most gateways have no secrets. */
async function openEntry(account: string): Promise<KeyringEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // On Linux the module would fall back to the kernel's keyring, which is empty after a restart.
  return new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
}

/**
 * @example
 * const keyring = createKeyring();
 * if (await isUsable(keyring)) await keyring.set('TOKEN', 'value');
 */
export function createKeyring(
  open: (account: string) => Promise<KeyringEntry> = openEntry,
  clock: Clock = systemClock,
): Keyring {
  const run = async <Value>(
    account: string,
    work: (entry: KeyringEntry) => Promise<Value>,
  ): Promise<Result<Value, string>> => {
    let cancel = (): void => {};
    const late = new Promise<Result<Value, string>>((resolve) => {
      const message = `the keyring did not answer within ${DEADLINE_MS / 1_000} s; unlock it and try again`;
      cancel = clock.after(DEADLINE_MS, () => resolve(err(message)));
    });
    const done = open(account)
      .then(work)
      .then(
        (value) => ok(value),
        (error: unknown) => err(`the keyring refused: ${toMessage(error)}`),
      );
    return Promise.race([done, late]).finally(cancel);
  };
  return {
    get: (account) => run(account, async (entry) => (await entry.getPassword()) ?? undefined),
    set: (account, value) => run(account, (entry) => entry.setPassword(value)),
    remove: (account) =>
      run(account, async (entry) => {
        await entry.deletePassword();
      }),
  };
}

/** Whether the keyring returns what it stores: writes, reads and removes an entry. */
export async function isUsable(keyring: Keyring): Promise<boolean> {
  const [account, value] = [`probe-${randomUUID()}`, randomUUID()];
  const written = await keyring.set(account, value);
  if (!written.ok) return false;
  const read = await keyring.get(account);
  const removed = await keyring.remove(account);
  return read.ok && read.value === value && removed.ok;
}
