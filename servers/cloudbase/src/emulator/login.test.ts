import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from './create-emulator.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator();
});
afterAll(() => emulator.close());

const post = async (path: string, body: object) =>
  (await (await fetch(`${emulator.url}/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()) as {
    readonly code: unknown;
    readonly data?: object;
    readonly result?: Readonly<Record<string, unknown>>;
  };

/** Signs in and returns the issued keys. */
async function signIn(): Promise<Readonly<Record<string, unknown>>> {
  const { result } = await post('oauth/device/code', { client_id: 'test' });
  const poll = () => post('oauth/token', { device_code: result?.['device_code'] });
  expect((await poll()).result).toEqual({ error: 'authorization_pending' });
  return (await poll()).result ?? {};
}

describe('a login', () => {
  it('can be renewed once by its refresh token', async () => {
    const { refreshToken, tmpSecretId } = await signIn();
    const renewed = await post('refresh', { refreshToken });
    expect(renewed).toMatchObject({ code: 0, data: { tmpSecretId: expect.not.stringMatching(String(tmpSecretId)) } });
    expect(await post('refresh', { refreshToken })).toMatchObject({ code: 'AUTH_FAIL' });
  });

  it('is ended by isLogout and cannot be renewed', async () => {
    const { refreshToken } = await signIn();
    expect((await post('refresh', { refreshToken, isLogout: true })).data).toEqual({});
    expect(await post('refresh', { refreshToken })).toMatchObject({ code: 'AUTH_FAIL' });
  });

  it('is not issued for an unknown code', async () => {
    expect((await post('oauth/token', { device_code: 'x' })).result).toEqual({ error: 'expired_token' });
  });
});
