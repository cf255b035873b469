import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restartGateway } from '../web/fixtures/gateway.ts';
import { createSetting, settingOn } from './fixtures/setting.ts';

describe('signing in to a server', () => {
  it('leads from an unauthorized server to a successful call', async () => {
    const setting = await createSetting();
    const out = await setting.until({ state: 'failed', auth: 'signed_out' });
    expect(out.reason).toBe(
      `${setting.notes.url} requires authentication (HTTP 401); sign in with: toolmark servers login notes, or with the button on its page.`,
    );
    const started = await setting.begin();
    const url = new URL(started.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(new RegExp(`^${setting.gateway.url}/oauth/callback/[\\w-]{22}$`)),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'notes:read offline_access',
      prompt: 'consent',
      resource: setting.notes.url,
    });
    expect((await setting.auth()).attempt).toMatchObject({ id: started.id, state: 'waiting' });
    const back = await setting.person.agree(started.url);
    expect(back.searchParams.get('iss')).toBe(setting.authorization.issuer);
    const landed = await setting.person.open(back);
    expect(landed).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Signed in</h1>') });
    expect(landed.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    const { auth } = await setting.until({ state: 'ready', auth: 'signed_in' });
    expect(auth).toEqual({
      state: 'signed_in',
      issuer: setting.authorization.issuer,
      expires_at: expect.any(String),
      scopes: ['notes:read'],
      missing_scopes: [],
      attempt: { id: started.id, state: 'done', problem: null, expires_at: started.expires_at },
    });
    expect(await setting.call('read_note')).toBe('Milk, bread');
  });

  it('does not reveal its secrets', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const { url } = await setting.begin();
    const back = await setting.person.agree(url);
    await setting.person.open(back);
    await setting.until({ state: 'ready', auth: 'signed_in' });
    await setting.call('read_note');
    const file = join(setting.gateway.dataDir, 'sign-ins.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { signIns } = JSON.parse(readFileSync(file, 'utf8')) as { signIns: Record<string, unknown>[] };
    const [kept] = signIns;
    expect(kept).toMatchObject({ server: 'notes', url: setting.notes.url, issuer: setting.authorization.issuer });
    const secrets = [
      kept?.['accessToken'],
      kept?.['refreshToken'],
      back.searchParams.get('code'),
      back.searchParams.get('state'),
    ].map(String);
    const shown = [
      setting.gateway.stdout(),
      setting.gateway.stderr(),
      JSON.stringify(await setting.server()),
      JSON.stringify(await setting.gateway.api('/api/v1/config')),
      JSON.stringify(await setting.gateway.api('/api/v1/tool-calls')),
    ].join('\n');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(shown).not.toContain(secret);
    }
    // Only the token's own server received it.
    expect(setting.notes.authorizations.at(-1)).toBe(`Bearer ${kept?.['accessToken']}`);
  });

  it('ends if the person declines', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const back = await setting.person.decline((await setting.begin()).url);
    expect(await setting.person.open(back)).toMatchObject({ status: 403 });
    expect(await setting.auth()).toMatchObject({
      state: 'signed_out',
      attempt: { state: 'failed', problem: expect.stringMatching(/^Access was denied/) },
    });
    expect(setting.authorization.requests).not.toContain('POST /token');
  });

  it.each([
    ['is from somebody else', (back: URL) => back.searchParams.set('iss', 'http://127.0.0.1:1'), 403, /another issuer/],
    [
      'does not say whom it is from',
      (back: URL) => back.searchParams.delete('iss'),
      403,
      /does not identify its issuer/,
    ],
    ['has no code', (back: URL) => back.searchParams.delete('code'), 400, /no code/],
    ['has another code', (back: URL) => back.searchParams.set('code', 'another'), 403, /refused \(invalid_grant\)/],
  ])('rejects a response that %s', async (_, change, status, problem) => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const back = await setting.person.agree((await setting.begin()).url);
    change(back);
    expect((await setting.person.open(back)).status).toBe(status);
    const { state, attempt } = await setting.auth();
    expect([state, attempt]).toEqual([
      'signed_out',
      expect.objectContaining({ state: 'failed', problem: expect.stringMatching(problem) }),
    ]);
    if (!back.searchParams.get('code')?.startsWith('another')) {
      expect(setting.authorization.requests).not.toContain('POST /token');
    }
  });

  it('accepts a response once, and none that was not requested', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const back = await setting.person.agree((await setting.begin()).url);
    const guessed = new URL(back);
    guessed.searchParams.set('state', 'A'.repeat(43));
    const twice = new URL(back);
    twice.searchParams.append('state', back.searchParams.get('state') ?? '');
    const none = new URL(back);
    none.search = '';
    for (const wrong of [guessed, twice, none]) expect((await setting.person.open(wrong)).status).toBe(400);
    expect((await setting.person.open(back)).status).toBe(200);
    expect((await setting.person.open(back)).status).toBe(400);
    await setting.until({ state: 'ready', auth: 'signed_in' });
  });

  it('shows the same page for every response', async () => {
    const { gateway, person } = await createSetting();
    const landed = await person.open(
      `${gateway.url}/oauth/callback?error=%3Cscript%3Ealert(1)%3C/script%3E&error_description=Call+me&state=%22x&code=y`,
    );
    expect(landed.status).toBe(400);
    expect(landed.text).not.toMatch(/script|Call me|&quot;|"x/);
    const posted = await fetch(`${gateway.url}/oauth/callback`, { method: 'POST', headers: gateway.ownerHeaders });
    expect(posted.status).toBe(405);
  });

  it('survives a restart of the gateway', async () => {
    const first = await createSetting();
    await first.until({ auth: 'signed_out' });
    await first.signIn();
    const gateway = await restartGateway(first.gateway);
    const setting = settingOn(gateway, first.authorization, first.notes);
    await setting.until({ state: 'ready', auth: 'signed_in' });
    expect(await setting.call('read_note')).toBe('Milk, bread');
  });

  it("is discarded when the server's URL changes", async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    await setting.signIn();
    const before = setting.notes.authorizations.length;
    const elsewhere = `${setting.notes.url}?another=1`;
    setting.gateway.reconfigure(JSON.stringify({ mcpServers: { notes: { url: elsewhere } } }));
    await setting.until({ auth: 'signed_out' });
    const kept = () => readFileSync(join(setting.gateway.dataDir, 'sign-ins.json'), 'utf8');
    await expect.poll(kept).not.toContain('accessToken');
    await expect.poll(() => setting.notes.authorizations.slice(before).includes(undefined)).toBe(true);
  });

  it('ends permanently: the tokens are revoked', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    await setting.signIn();
    const [token = ''] = setting.authorization.refreshTokens;
    expect(await setting.authorization.isAlive(token)).toBe(true);
    const out = await setting.gateway.api('/api/v1/servers/notes/sign-in', { method: 'DELETE' });
    expect(out).toEqual({ status: 200, body: { was_signed_in: true, revoked: true } });
    expect(await setting.authorization.isAlive(token)).toBe(false);
    await setting.until({ state: 'failed', auth: 'signed_out' });
    const again = await setting.gateway.api('/api/v1/servers/notes/sign-in', { method: 'DELETE' });
    expect(again.body).toEqual({ was_signed_in: false, revoked: null });
  });
});
