import type { ServerAuth, UpstreamSignIn } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { startAuthorizationServer } from '../oauth/fixtures/authorization-server.ts';
import { freePort } from '../oauth/fixtures/free-port.ts';
import { startNotesServer } from '../oauth/fixtures/notes-server.ts';
import { createPerson } from '../oauth/fixtures/person.ts';
import { startMixUpServer } from './fixtures/mix-up-server.ts';

describe('an authorization server that sends browsers on to another one', () => {
  it.each([
    ['says in its answers whom they are from', (_back: URL) => {}],
    ['is older, and does not', (back: URL) => back.searchParams.delete('iss')],
  ])('gets no code of it, where the other %s', async (_case, change) => {
    const [honest, hostile] = await Promise.all([startAuthorizationServer(), startMixUpServer()]);
    const notes = await startNotesServer({ issuer: honest.issuer });
    const evil = await startNotesServer({ issuer: hostile.issuer });
    const gateway = await startGateway({
      readyWithinMs: 60_000,
      servers: { notes: { url: notes.url }, evil: { url: evil.url } },
    });
    const begin = async (server: string): Promise<UpstreamSignIn> => {
      const { status, body } = await gateway.api(`/api/v1/servers/${server}/sign-in`, { method: 'POST' });
      expect([status, body]).toEqual([200, expect.anything()]);
      return body as UpstreamSignIn;
    };
    // What the attacker knows of the honest one: everything in the address at which one signs in there.
    hostile.sendOnTo(new URL((await begin('notes')).url));
    const person = createPerson(gateway.url);
    const back = await person.agree((await begin('evil')).url);
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
    change(back);
    expect((await person.open(back)).status).toBe(403);
    expect(hostile.redeemed).toEqual([]);
    const { body } = await gateway.api('/api/v1/servers/evil');
    const { auth } = body as { readonly auth: ServerAuth };
    expect(auth).toMatchObject({ state: 'signed_out', attempt: { state: 'failed' } });
    expect(auth.attempt?.problem).toContain('from another issuer than the one that was asked');
  });

  it.each([
    ['the common redirect address is refused for the second client', {}, 409],
    ['the address of each issuer keeps their answers apart', { redirect: 'issuer' }, 200],
  ])('gets no code of it by clients that were registered by hand: %s', async (_case, redirect, status) => {
    const port = await freePort();
    const common = `http://127.0.0.1:${port}/oauth/callback`;
    const byHand = {
      client_id: 'by-hand',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: [common],
      grant_types: ['authorization_code', 'refresh_token'],
    };
    const [honest, hostile] = await Promise.all([startAuthorizationServer({ clients: [byHand] }), startMixUpServer()]);
    const notes = await startNotesServer({ issuer: honest.issuer });
    const evil = await startNotesServer({ issuer: hostile.issuer });
    const gateway = await startGateway({
      readyWithinMs: 60_000,
      args: ['--port', String(port)],
      servers: {
        notes: { url: notes.url, oauth: { clientId: 'by-hand', issuer: honest.issuer } },
        evil: { url: evil.url, oauth: { clientId: 'victim', issuer: hostile.issuer, ...redirect } },
      },
    });
    const begin = (server: string) => gateway.api(`/api/v1/servers/${server}/sign-in`, { method: 'POST' });
    hostile.sendOnTo(new URL(((await begin('notes')).body as UpstreamSignIn).url));
    const started = await begin('evil');
    if (started.status === 200) {
      const person = createPerson(gateway.url);
      const back = await person.agree((started.body as UpstreamSignIn).url);
      expect(back.pathname).toBe('/oauth/callback');
      back.searchParams.delete('iss');
      expect((await person.open(back)).status).toBe(403);
    } else {
      const message = expect.stringMatching(/replace it by \S+\/oauth\/callback\/[\w-]{22}, and set oauth\.redirect/);
      expect(started.body).toMatchObject({ error: { message } });
    }
    expect([started.status, hostile.redeemed]).toEqual([status, []]);
  });
});
