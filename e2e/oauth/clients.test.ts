import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { freePort } from './fixtures/free-port.ts';
import { createSetting, type Setting } from './fixtures/setting.ts';

const DOCUMENT = 'https://toolmark.example/client.json';
/** The port must be known before a client is registered. */
const port = await freePort();
const redirect = `http://127.0.0.1:${port}/oauth/callback`;
/** Expanded from the gateway's environment. */
const VARIABLE = ['$', '{env:NOTES_SECRET}'].join('');
const gateway = { args: ['--port', String(port)] };

/** The redirect URL for one issuer. */
const redirectFor = ({ gateway: { url }, authorization: { issuer } }: Setting): string =>
  `${url}/oauth/callback/${hash('sha256', issuer, 'base64url').slice(0, 22)}`;

describe('the identity of a gateway at an authorization server', () => {
  it('is a client ID metadata document, if supported', async () => {
    const document = { url: DOCUMENT, redirectUrl: () => redirect };
    const setting = await createSetting({
      document,
      registers: false,
      oauth: { clientMetadataUrl: DOCUMENT },
      gateway,
    });
    await setting.until({ auth: 'signed_out' });
    const { url } = await setting.begin();
    expect(new URL(url).searchParams.get('client_id')).toBe(DOCUMENT);
    await setting.person.open(await setting.person.agree(url));
    await setting.until({ state: 'ready', auth: 'signed_in' });
    expect(await setting.call('read_note')).toBe('Milk, bread');
  });

  it('is registered dynamically, if documents are not supported', async () => {
    const setting = await createSetting({ oauth: { clientMetadataUrl: DOCUMENT } });
    await setting.until({ auth: 'signed_out' });
    const { url } = await setting.begin();
    expect(new URL(url).searchParams.get('client_id')).not.toBe(DOCUMENT);
    expect(setting.authorization.requests).toContain('POST /reg');
  });

  it.each([
    ['without a secret', { token_endpoint_auth_method: 'none' }, undefined],
    ['with a secret', { client_secret: 'a-secret-of-this-test' }, VARIABLE],
  ])('is the one that a person registered, %s', async (_, client, clientSecret) => {
    const registered = {
      client_id: 'by-hand',
      application_type: 'native',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      ...client,
    };
    const setting = await createSetting({
      registers: false,
      clients: [registered],
      oauth: { clientId: 'by-hand', ...(clientSecret && { clientSecret }) },
      gateway: { ...gateway, env: { NOTES_SECRET: 'a-secret-of-this-test' } },
    });
    await setting.until({ auth: 'signed_out' });
    await setting.signIn();
    expect(await setting.call('read_note')).toBe('Milk, bread');
    setting.authorization.rotateKey();
    expect(await setting.call('read_note')).toBe('Milk, bread');
    const out = await setting.gateway.api('/api/v1/servers/notes/sign-in', { method: 'DELETE' });
    expect(out.body).toEqual({ was_signed_in: true, revoked: true });
  });

  it('must be registered by hand if nothing else is possible', async () => {
    const setting = await createSetting({ registers: false });
    await setting.until({ auth: 'signed_out' });
    const { status, body } = await setting.gateway.api('/api/v1/servers/notes/sign-in', { method: 'POST' });
    expect([status, body]).toEqual([
      409,
      {
        error: {
          code: 'conflict',
          message: `${setting.authorization.issuer} does not support dynamic client registration. Register a client there by hand, with the redirect address ${redirectFor(setting)}, put its id into oauth.clientId of this server in the config, and set oauth.redirect to "issuer".`,
        },
      },
    ]);
  });
});
