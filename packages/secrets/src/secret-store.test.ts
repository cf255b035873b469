import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '@toolmark/annotations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Keyring } from './keyring.ts';
import { openSecretStore, type SecretStore } from './secret-store.ts';

let dataDir: string;
let stores: SecretStore[];
const log = { error: () => {} };

/** A keyring that keeps its values in a map, and can be locked. */
function memoryKeyring(): Keyring & { readonly values: Map<string, string>; isLocked: boolean } {
  const values = new Map<string, string>();
  const keyring = {
    values,
    isLocked: false,
    get: async (account: string) => (keyring.isLocked ? err('the keyring is locked') : ok(values.get(account))),
    set: async (account: string, value: string) => {
      if (keyring.isLocked) return err('the keyring is locked');
      values.set(account, value);
      return ok(undefined);
    },
    remove: async (account: string) => {
      values.delete(account);
      return ok(undefined);
    },
  };
  return keyring;
}

async function open(keyring?: Keyring, env: Record<string, string> = {}): Promise<SecretStore> {
  const setting = keyring === undefined ? { TOOLMARK_SECRET_STORE: 'file' } : {};
  const opened = await openSecretStore({ dataDir, env: { ...setting, ...env }, log, ...(keyring && { keyring }) });
  if (!opened.ok) throw new Error(opened.error);
  stores.push(opened.value);
  return opened.value;
}

const readDataFile = (name: string): Promise<string> => readFile(join(dataDir, name), 'utf8');

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'toolmark-secrets-'));
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a secret store without a keyring', () => {
  it('keeps values encrypted, in files for their owner only', async () => {
    const store = await open();
    expect(await store.set('GITHUB_TOKEN', 'ghp_value')).toMatchObject({ ok: true, value: { place: 'file' } });
    expect(store.get('GITHUB_TOKEN')).toBe('ghp_value');
    expect(await readDataFile('secrets.json')).not.toContain('ghp_value');
    for (const name of ['secrets.json', 'secrets.key'])
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    expect((await open()).get('GITHUB_TOKEN')).toBe('ghp_value');
  });

  it('does not decrypt a value under another name or with another key', async () => {
    const store = await open();
    await store.set('A', 'one');
    await store.set('B', 'two');
    const state = JSON.parse(await readDataFile('secrets.json'));
    [state.secrets.A, state.secrets.B] = [state.secrets.B, state.secrets.A];
    await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(state));
    const swapped = await open();
    expect(swapped.get('A')).toBeUndefined();
    expect(swapped.list()[0]).toMatchObject({ name: 'A', problem: expect.stringContaining('set it again') });

    await writeFile(join(dataDir, 'secrets.key'), Buffer.alloc(32, 1).toString('base64'));
    expect((await open()).list().map(({ problem }) => problem)).toEqual([
      expect.stringContaining('does not open'),
      expect.stringContaining('does not open'),
    ]);
    await rm(join(dataDir, 'secrets.key'));
    expect((await open()).list()[0]?.problem).toContain('is missing');
  });

  it('reads the key from the file that the environment variable names', async () => {
    const key = join(dataDir, 'elsewhere.key');
    await (await open(undefined, { TOOLMARK_SECRETS_KEY_FILE: key })).set('A', 'one');
    expect(Buffer.from(await readFile(key, 'utf8'), 'base64')).toHaveLength(32);
    expect((await open()).get('A')).toBeUndefined();
    expect((await open(undefined, { TOOLMARK_SECRETS_KEY_FILE: key })).get('A')).toBe('one');
  });

  it.each([
    ['a name with a blank', 'two words', 'x', /cannot be the name/],
    ['a name that begins with a digit', '1ST', 'x', /cannot be the name/],
    ['a long name', 'A'.repeat(65), 'x', /cannot be the name/],
    ['no value', 'A', '', /needs a value/],
    ['a value of a mebibyte', 'A', 'x'.repeat(1024 * 1024), /longer than 64 KiB/],
  ])('rejects %s without writing', async (_case, name, value, message) => {
    const store = await open();
    expect(await store.set(name, value)).toEqual({ ok: false, error: expect.stringMatching(message) });
    await expect(stat(join(dataDir, 'secrets.json'))).rejects.toThrow('ENOENT');
  });

  it('loads changes of another process', async () => {
    const [one, two] = [await open(), await open()];
    const heard = vi.fn();
    two.onChange(heard);
    await one.set('A', 'first');
    await vi.waitFor(() => expect(two.get('A')).toBe('first'), 8_000);
    await one.set('A', 'second');
    await vi.waitFor(() => expect(two.get('A')).toBe('second'), 8_000);
    await two.set('B', 'third');
    await one.remove('A');
    await vi.waitFor(() => expect(two.list().map(({ name }) => name)).toEqual(['B']), 8_000);
    expect(heard.mock.calls.length).toBeGreaterThanOrEqual(3);
  });

  it('removes a secret, and reports whether it existed', async () => {
    const store = await open();
    await store.set('A', 'one');
    expect(await store.remove('A')).toEqual({ ok: true, value: true });
    expect(await store.remove('A')).toEqual({ ok: true, value: false });
    expect(store.list()).toEqual([]);
  });

  it('does not overwrite an unreadable file', async () => {
    await writeFile(join(dataDir, 'secrets.json'), '{ "secrets": 1 }');
    const opened = await openSecretStore({ dataDir, env: { TOOLMARK_SECRET_STORE: 'file' }, log });
    expect(opened).toEqual({ ok: false, error: expect.stringContaining('secrets.json') });
    expect(await readDataFile('secrets.json')).toBe('{ "secrets": 1 }');
  });

  it('rejects an unknown store', async () => {
    const opened = await openSecretStore({ dataDir, env: { TOOLMARK_SECRET_STORE: 'cloud' }, log });
    expect(opened).toEqual({ ok: false, error: "TOOLMARK_SECRET_STORE is 'cloud'. Use keyring, file or auto." });
  });
});

describe('a secret store with a keyring', () => {
  it('keeps the value in the keyring only, under an account of this data folder', async () => {
    const keyring = memoryKeyring();
    const store = await open(keyring);
    expect(await store.set('A', 'one')).toMatchObject({ ok: true, value: { place: 'keyring' } });
    const { id } = JSON.parse(await readDataFile('secrets.json'));
    expect([...keyring.values]).toEqual([[`${id}/A`, 'one']]);
    expect(await readDataFile('secrets.json')).not.toContain('one"');
    await expect(stat(join(dataDir, 'secrets.key'))).rejects.toThrow('ENOENT');
    expect((await open(keyring)).get('A')).toBe('one');
    await store.remove('A');
    expect(keyring.values.size).toBe(0);
  });

  it('falls back to the file if the keyring refuses, unless the keyring is required', async () => {
    const keyring = memoryKeyring();
    keyring.isLocked = true;
    expect(await (await open(keyring)).set('A', 'one')).toMatchObject({ ok: true, value: { place: 'file' } });
    const strict = await open(keyring, { TOOLMARK_SECRET_STORE: 'keyring' });
    expect(await strict.set('B', 'two')).toEqual({
      ok: false,
      error: 'B cannot be kept in the keyring: no keyring of the operating system answers.',
    });
  });

  it('reports that the keyring is locked', async () => {
    const keyring = memoryKeyring();
    await (await open(keyring)).set('A', 'one');
    keyring.isLocked = true;
    const store = await open(keyring);
    expect(store.get('A')).toBeUndefined();
    expect(store.list()).toMatchObject([{ name: 'A', place: 'keyring', problem: 'the keyring is locked' }]);
  });

  it('removes a value from the keyring when the new one goes to the file', async () => {
    const keyring = memoryKeyring();
    await (await open(keyring)).set('A', 'one');
    await (await open(keyring, { TOOLMARK_SECRET_STORE: 'file' })).set('A', 'two');
    expect(keyring.values.size).toBe(0);
  });
});
