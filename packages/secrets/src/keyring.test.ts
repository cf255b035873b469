import { systemClock } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createKeyring, isUsable, type KeyringEntry } from './keyring.ts';

/** Fires every timer at once. */
const immediateClock = { ...systemClock, after: (_ms: number, run: () => void) => systemClock.after(0, run) };

const entryOf =
  (entry: Partial<KeyringEntry>): (() => Promise<KeyringEntry>) =>
  () =>
    Promise.resolve({
      getPassword: () => Promise.resolve(null),
      setPassword: () => Promise.resolve(),
      deletePassword: () => Promise.resolve(true),
      ...entry,
    });

describe('createKeyring', () => {
  it('gives up when the keyring does not answer', async () => {
    const keyring = createKeyring(entryOf({ getPassword: () => new Promise(() => {}) }), immediateClock);
    expect(await keyring.get('a')).toEqual({
      ok: false,
      error: 'the keyring did not answer within 20 s; unlock it and try again',
    });
  });

  it('returns the reason of a refusal', async () => {
    const keyring = createKeyring(entryOf({ setPassword: () => Promise.reject(new Error('AccessDenied')) }));
    expect(await keyring.set('a', 'b')).toEqual({ ok: false, error: 'the keyring refused: AccessDenied' });
  });

  it('is unusable if it does not return what was stored', async () => {
    expect(await isUsable(createKeyring(entryOf({})))).toBe(false);
  });

  it('is usable if it returns what was stored', async () => {
    const values = new Map<string, string>();
    const keyring = createKeyring((account) =>
      entryOf({
        getPassword: () => Promise.resolve(values.get(account) ?? null),
        setPassword: async (value) => void values.set(account, value),
        deletePassword: () => Promise.resolve(values.delete(account)),
      })(),
    );
    expect(await isUsable(keyring)).toBe(true);
    expect(values.size).toBe(0);
  });
});
