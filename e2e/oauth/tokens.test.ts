import { describe, expect, it } from 'vitest';
import { createSetting, type Setting } from './fixtures/setting.ts';

async function signedIn(options: Parameters<typeof createSetting>[0]): Promise<Setting> {
  const setting = await createSetting(options);
  await setting.until({ auth: 'signed_out' });
  await setting.signIn();
  return setting;
}

const tokenRequests = (setting: Setting): number =>
  setting.authorization.requests.filter((request) => request === 'POST /token').length;

describe('a sign-in', () => {
  it('is renewed before it expires, once for all waiting calls', async () => {
    const setting = await signedIn({ tokenSeconds: 2 });
    const { expires_at: first } = await setting.auth();
    // Wait until the first token has expired.
    await expect.poll(() => Date.now() > Date.parse(first ?? ''), { timeout: 10_000 }).toBe(true);
    const before = tokenRequests(setting);
    const answers = await Promise.all(Array.from({ length: 5 }, () => setting.call('read_note')));
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'Milk, bread'));
    expect(tokenRequests(setting) - before).toBeLessThanOrEqual(2);
    const { state, expires_at: second } = await setting.auth();
    expect([state, Date.parse(second ?? '') > Date.parse(first ?? '')]).toEqual(['signed_in', true]);
  });

  it('ends when it can no longer be renewed', async () => {
    const setting = await signedIn({ tokenSeconds: 2 });
    await setting.authorization.revokeAll();
    const { expires_at: end } = await setting.auth();
    await expect.poll(() => Date.now() > Date.parse(end ?? ''), { timeout: 10_000 }).toBe(true);
    expect(await setting.call('read_note')).toMatch(/sign in with: toolmark servers login notes/);
    const out = await setting.until({ state: 'failed', auth: 'signed_out' });
    expect(out.reason).toMatch(/requires authentication \(HTTP 401\); sign in with: toolmark servers login notes/);
    await setting.signIn();
    expect(await setting.call('read_note')).toBe('Milk, bread');
  });

  it('survives a key rotation of the authorization server', async () => {
    const setting = await signedIn({});
    setting.authorization.rotateKey();
    const before = setting.authorization.refreshTokens.length;
    expect(await setting.call('read_note')).toBe('Milk, bread');
    expect(setting.authorization.refreshTokens.length).toBe(before + 1);
    expect((await setting.auth()).state).toBe('signed_in');
  });

  it('gets the additional scopes that a call needs, and keeps its existing ones', async () => {
    const setting = await signedIn({ challenge: 'notes:read' });
    expect(await setting.call('write_note')).toMatch(
      /needs more scopes than were granted \(notes:write\); sign in again with: toolmark servers login notes/,
    );
    expect((await setting.until({ auth: 'more_scopes' })).auth.missing_scopes).toEqual(['notes:write']);
    // The existing scopes still work.
    expect(await setting.call('read_note')).toBe('Milk, bread');
    const { url } = await setting.begin();
    expect(new URL(url).searchParams.get('scope')).toBe('notes:read notes:write offline_access');
    await setting.person.open(await setting.person.agree(url));
    expect((await setting.until({ state: 'ready', auth: 'signed_in' })).auth.scopes).toEqual([
      'notes:read',
      'notes:write',
    ]);
    expect(await setting.call('write_note')).toBe('Written');
  });
});

describe('a server that requires a token only for calls', () => {
  it('is offered, reports that, and works after a sign-in', async () => {
    const setting = await createSetting({ protects: 'calls' });
    await setting.until({ state: 'ready', auth: 'none' });
    expect(await setting.call('read_note')).toMatch(/\(HTTP 401\); sign in with: toolmark servers login notes/);
    const server = await setting.server();
    expect(server).toMatchObject({
      state: 'ready',
      restarts: 0,
      auth: { state: 'signed_out' },
      warnings: [expect.stringMatching(/requires authentication; sign in with/)],
    });
    await setting.signIn();
    expect(await setting.call('read_note')).toBe('Milk, bread');
    expect((await setting.server()).warnings).toEqual([]);
  });

  it('can be signed in to beforehand', async () => {
    const setting = await createSetting({ protects: 'calls' });
    await setting.until({ state: 'ready', auth: 'none' });
    await setting.signIn();
    expect(await setting.call('read_note')).toBe('Milk, bread');
  });
});
