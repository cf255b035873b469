import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { movedSecretsSchema, secretListSchema, secretSchema, serverListSchema } from '@toolmark/api-contract';
import { expect, it, vi } from 'vitest';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const gateway = useSetUpGateway();

/** The text `${secret:REMOTE_TOKEN}`, in parts, because the linter takes it for a forgotten template. */
const REFERENCE = `$${'{'}secret:REMOTE_TOKEN}`;

const CONFIG = (token: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        remote: { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: `Bearer ${token}`, 'X-Region': 'eu' } },
      },
      record: { enabled: false },
    },
    undefined,
    2,
  );

async function useConfig(text: string): Promise<void> {
  await gateway().write(text);
  await vi.waitFor(async () => {
    const { servers } = serverListSchema.parse(await (await gateway().send('GET', '/servers')).json());
    expect(servers.map(({ name }) => name)).toEqual(['remote']);
  }, 8_000);
}

const list = async () => secretListSchema.parse(await (await gateway().send('GET', '/secrets')).json()).secrets;

async function problemOf(server: string): Promise<string | null> {
  const { servers } = serverListSchema.parse(await (await gateway().send('GET', '/servers')).json());
  return servers.find(({ name }) => name === server)?.reason ?? null;
}

it('starts a server when its secret is set, and never returns the value', async () => {
  await useConfig(CONFIG(REFERENCE));
  expect(await problemOf('remote')).toContain('toolmark secrets set REMOTE_TOKEN');
  expect(await list()).toEqual([
    { name: 'REMOTE_TOKEN', place: null, updated_at: null, problem: null, used_by: ['remote'] },
  ]);
  const answer = await gateway().send('PUT', '/secrets/REMOTE_TOKEN', { value: 'a-secret-value' });
  const text = await answer.text();
  expect(text).not.toContain('a-secret-value');
  expect(secretSchema.parse(JSON.parse(text))).toMatchObject({ place: 'file', used_by: ['remote'] });
  await vi.waitFor(async () => expect(await problemOf('remote')).not.toContain('must be set'), 8_000);
  expect((await gateway().send('DELETE', '/secrets/REMOTE_TOKEN')).status).toBe(200);
  expect((await gateway().send('DELETE', '/secrets/REMOTE_TOKEN')).status).toBe(404);
});

it('moves plain secrets out of the config', async () => {
  await useConfig(CONFIG('plain-token-0123456789'));
  const dry = await gateway().send('POST', '/servers/remote/secrets', { dry_run: true });
  const { moved } = movedSecretsSchema.parse(await dry.json());
  expect(moved).toEqual([
    { path: 'headers.Authorization', name: 'REMOTE_AUTHORIZATION' },
    { path: 'headers.X-Region', name: 'REMOTE_X_REGION' },
  ]);
  expect(await list()).toEqual([]);

  const wanted = { path: 'headers.Authorization', name: 'REMOTE_TOKEN' };
  const answer = await gateway().send('POST', '/servers/remote/secrets', { secrets: [wanted] });
  expect([answer.status, movedSecretsSchema.parse(await answer.json())]).toEqual([200, { moved: [wanted] }]);
  expect(readFileSync(join(gateway().dataDir, 'toolmark.json'), 'utf8')).toBe(CONFIG(REFERENCE));
  expect(await list()).toMatchObject([{ name: 'REMOTE_TOKEN', place: 'file', used_by: ['remote'] }]);

  const taken = { path: 'headers.X-Region', name: 'REMOTE_TOKEN' };
  expect((await gateway().send('POST', '/servers/remote/secrets', { secrets: [taken] })).status).toBe(409);
  await gateway().send('DELETE', '/secrets/REMOTE_TOKEN');
});

it.each([
  ['an invalid name', 'PUT', '/secrets/two%20words', { value: 'x' }, 400],
  ['no value', 'PUT', '/secrets/A', { value: '' }, 400],
  ['more than 64 KiB', 'PUT', '/secrets/A', { value: 'x'.repeat(65_537) }, 400],
  ['an unknown server', 'POST', '/servers/nobody/secrets', {}, 404],
])('rejects %s', async (_case, method, path, body, status) => {
  expect((await gateway().send(method, path, body)).status).toBe(status);
  expect(await list()).toEqual([]);
});
