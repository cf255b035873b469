import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import { createStateFile, type Log } from '@toolmark/base';
import * as z from 'zod';
import { readKey, readOrMakeKey } from './key-file.ts';
import { createKeyring, isUsable, type Keyring } from './keyring.ts';
import { createSealer } from './sealer.ts';
import { isSecretName } from './secret-name.ts';

/** A secret without its value. */
export interface SecretInfo {
  readonly name: string;
  readonly place: 'keyring' | 'file';
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** The reason why its value cannot be read, and a remedy. */
  readonly problem?: string;
}

/** Secrets by name. Values are read when the store opens and when another process has changed them. */
export interface SecretStore {
  readonly get: (name: string) => string | undefined;
  readonly list: () => readonly SecretInfo[];
  /** All values, for redaction in logs and in the record. */
  readonly values: () => readonly string[];
  readonly set: (name: string, value: string) => Promise<Result<SecretInfo, string>>;
  /** Resolves to whether the secret existed. */
  readonly remove: (name: string) => Promise<Result<boolean, string>>;
  /** Calls back after a value has changed, here or in another process. Returns a function to unsubscribe. */
  readonly onChange: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface SecretStoreOptions {
  readonly dataDir: string;
  /**
   * `TOOLMARK_SECRET_STORE`: `keyring`, `file` or `auto` (default). `TOOLMARK_SECRETS_KEY_FILE`: the path of the key.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Log, 'error'>;
  readonly keyring?: Keyring;
  readonly now?: () => number;
}

/** Real credentials are shorter; the limit rejects a file that was passed by mistake. */
const MAX_VALUE_LENGTH = 64 * 1024;

const entrySchema = z.discriminatedUnion('place', [
  z.object({ place: z.literal('keyring'), updatedAt: z.number() }),
  z.object({ place: z.literal('file'), updatedAt: z.number(), sealed: z.string() }),
]);

/** `id` keeps the keyring entries of two data folders apart. */
const stateSchema = z.object({ id: z.string(), secrets: z.record(z.string(), entrySchema) });

type Entry = z.infer<typeof entrySchema>;
type State = z.infer<typeof stateSchema>;
type Loaded = { readonly entry: Entry; readonly value: Result<string, string> };

/**
 * Opens the secrets of a data folder, or returns a sentence with the problem of their file.
 *
 * @example
 * const opened = await openSecretStore({ dataDir, env: process.env, log });
 */
export async function openSecretStore(options: SecretStoreOptions): Promise<Result<SecretStore, string>> {
  const { dataDir, env, log, keyring = createKeyring(), now = Date.now } = options;
  const wanted = env['TOOLMARK_SECRET_STORE'] ?? 'auto';
  if (!['auto', 'keyring', 'file'].includes(wanted))
    return err(`TOOLMARK_SECRET_STORE is '${wanted}'. Use keyring, file or auto.`);
  const path = join(dataDir, 'secrets.json');
  const keyPath = env['TOOLMARK_SECRETS_KEY_FILE'] || join(dataDir, 'secrets.key');
  const empty: State = { id: randomUUID(), secrets: {} };
  const opened = await createStateFile<State>({ path, schema: stateSchema, empty, log });
  if (!opened.ok) return opened;
  const file = opened.value;
  const accountOf = (name: string, id = file.get().id): string => `${id}/${name}`;

  const read = async (name: string, entry: Entry): Promise<Result<string, string>> => {
    if (entry.place === 'keyring') {
      const found = await keyring.get(accountOf(name));
      if (!found.ok) return found;
      return found.value === undefined ? err('it is no longer in the keyring; set it again') : ok(found.value);
    }
    const key = await readKey(keyPath);
    if (!key.ok) return key;
    if (key.value === undefined) return err(`the key file ${keyPath} is missing; restore it, or set the secret again`);
    const value = createSealer(key.value).open(name, entry.sealed);
    return value === undefined ? err(`it does not open with the key in ${keyPath}; set it again`) : ok(value);
  };

  let loaded = new Map<string, Loaded>();
  const load = async (): Promise<void> => {
    const entries = Object.entries(file.get().secrets);
    const known = loaded;
    const next = await Promise.all(
      entries.map(async ([name, entry]): Promise<[string, Loaded]> => {
        const before = known.get(name);
        const isSame = before?.value.ok === true && JSON.stringify(before.entry) === JSON.stringify(entry);
        return [name, isSame ? before : { entry, value: await read(name, entry) }];
      }),
    );
    loaded = new Map(next);
  };

  const listeners = new Set<() => void>();
  // Loads run one after the other, so an older state never replaces a newer one.
  let loading = load();
  await loading;
  const stop = file.onChange(() => {
    loading = loading.then(load).then(() => {
      for (const listener of listeners) listener();
    });
  });

  const infoOf = (name: string, { entry, value }: Loaded): SecretInfo => ({
    name,
    place: entry.place,
    updatedAt: entry.updatedAt,
    ...(!value.ok && { problem: value.error }),
  });

  let keyringWorks: Promise<boolean> | undefined;
  const store = async (name: string, value: string): Promise<Result<Entry, string>> => {
    // Two changes within one millisecond must differ: other processes compare this number.
    const updatedAt = Math.max(now(), (file.get().secrets[name]?.updatedAt ?? 0) + 1);
    if (wanted !== 'file') {
      keyringWorks ??= isUsable(keyring);
      const isKept = (await keyringWorks)
        ? await keyring.set(accountOf(name), value)
        : err('no keyring of the operating system answers');
      if (isKept.ok) return ok({ place: 'keyring', updatedAt });
      if (wanted === 'keyring') return err(`${name} cannot be kept in the keyring: ${isKept.error}.`);
    }
    const key = await readOrMakeKey(keyPath);
    return key.ok ? ok({ place: 'file', updatedAt, sealed: createSealer(key.value).seal(name, value) }) : key;
  };

  return ok({
    get: (name) => {
      const value = loaded.get(name)?.value;
      return value?.ok ? value.value : undefined;
    },
    list: () => [...loaded].map(([name, one]) => infoOf(name, one)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    values: () => [...loaded.values()].flatMap(({ value }) => (value.ok ? [value.value] : [])),
    set: async (name, value) => {
      if (!isSecretName(name))
        return err(`'${name}' cannot be the name of a secret. Use letters, digits, '_', '.' and '-', 64 at most.`);
      if (value === '') return err(`${name} needs a value.`);
      if (value.length > MAX_VALUE_LENGTH) return err(`${name} is longer than ${MAX_VALUE_LENGTH / 1024} KiB.`);
      // The file holds the id for the keyring account, so write the file before storing the first value.
      const claimed = await file.update((state) => (loaded.size === 0 ? { ...state } : state));
      if (!claimed.ok) return claimed;
      const before = file.get().secrets[name];
      const entry = await store(name, value);
      if (!entry.ok) return entry;
      const written = await file.update((state) => ({ ...state, secrets: { ...state.secrets, [name]: entry.value } }));
      if (!written.ok) return written;
      if (before?.place === 'keyring' && entry.value.place === 'file') await keyring.remove(accountOf(name));
      await loading;
      return ok(infoOf(name, { entry: entry.value, value: ok(value) }));
    },
    remove: async (name) => {
      const entry = file.get().secrets[name];
      if (entry === undefined) return ok(false);
      if (entry.place === 'keyring') {
        const removed = await keyring.remove(accountOf(name));
        if (!removed.ok) return err(`${name} cannot be removed: ${removed.error}.`);
      }
      const written = await file.update(({ id, secrets: { [name]: _gone, ...secrets } }) => ({ id, secrets }));
      if (!written.ok) return written;
      await loading;
      return ok(true);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      stop();
      await file.close();
      await loading;
    },
  });
}
