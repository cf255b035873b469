import {
  apiErrorSchema,
  connectionSchema,
  MASK,
  serverEntryViewSchema,
  serverListSchema,
  serverSchema,
} from '@toolmark/api-contract';
import { describe, expect, it, vi } from 'vitest';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

describe('servers in the config', () => {
  const gateway = useSetUpGateway();

  it('are added, changed, renamed and removed with their processes', async () => {
    const { ask, onDisk, entry, running, text } = gateway();
    const added = await ask(serverSchema, 'POST', '/servers', { name: 'a b', entry });
    expect([added.status, added.value.name]).toEqual([201, 'a b']);
    await vi.waitFor(async () => expect((await ask(serverSchema, 'GET', '/servers/a%20b')).value.state).toBe('ready'));
    const [first] = running();

    const view = (await ask(serverEntryViewSchema, 'GET', '/servers/a%20b/entry')).value;
    expect(view.entry).toEqual({ ...entry, env: { KEY: MASK } });
    const request = { name: 'c', entry: { ...view.entry, timeout: 30 }, hash: view.hash };
    const changed = await ask(serverSchema, 'PUT', '/servers/a%20b/entry', request);
    expect([changed.status, changed.value.name]).toEqual([200, 'c']);
    expect(onDisk()).toContain('"hunter2"');
    expect(onDisk()).not.toContain('a b');
    await vi.waitFor(async () => expect((await ask(serverSchema, 'GET', '/servers/c')).value.state).toBe('ready'));
    await vi.waitFor(() => expect(running()).not.toContain(first));

    const removed = await ask(serverListSchema, 'DELETE', '/servers/c');
    expect(removed).toEqual({ status: 200, value: { servers: [], total: 0 } });
    expect(running()).toEqual([]);
    expect(onDisk()).toBe(text);
  }, 20_000);

  it.each<[string, number, string, string, unknown, string]>([
    ['a duplicate name', 409, 'POST', '/servers', { name: 'off', entry: { command: 'x' } }, "a server 'off' already"],
    ['an invalid name', 400, 'POST', '/servers', { name: 'a/b', entry: { command: 'x' } }, 'name cannot be'],
    ['an invalid entry', 400, 'POST', '/servers', { name: 'x', entry: { url: 'ftp://x' } }, 'entry.url must be'],
    ['no entry', 400, 'POST', '/servers', { name: 'x' }, 'entry must be an object'],
    ['an unknown server', 404, 'GET', '/servers/x/entry', undefined, "no server 'x'"],
    ['an unknown server in a change', 404, 'PUT', '/servers/x/entry', { entry: {}, hash: '' }, "no server 'x'"],
    ['an unknown server in a removal', 404, 'DELETE', '/servers/x', undefined, "no server 'x'"],
    ['an outdated hash', 409, 'PUT', '/servers/off/entry', { entry: {}, hash: 'x' }, 'was changed meanwhile'],
  ])('reject %s', async (_what, status, method, path, body, wanted) => {
    const { ask } = gateway();
    await ask(serverSchema, 'POST', '/servers', { name: 'off', entry: { command: 'x', disabled: true } });
    const refused = await ask(apiErrorSchema, method, path, body);
    expect([refused.status, refused.value.error.message]).toEqual([status, expect.stringContaining(wanted)]);
  });
});

const changes: readonly (readonly [string, string, object | undefined])[] = [
  ['POST', '/servers', { name: 'evil', entry: { command: 'touch', args: ['/tmp/evil'] } }],
  ['PUT', '/servers/a/entry', { entry: { command: 'touch' }, hash: '' }],
  ['DELETE', '/servers/a', undefined],
  ['PUT', '/config', { text: '{}', hash: '' }],
  ['POST', '/import', { take: [{ file: '/x', name: 'y' }] }],
];

describe('cross-origin changes without authentication', () => {
  const open = useSetUpGateway({ auth: false });

  it.each(changes)('are refused for pages of other sites: %s %s', async (method, path, body) => {
    const { send, onDisk } = open();
    const before = onDisk();
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ];
    const answers = await Promise.all(foreign.map((headers) => send(method, path, body, headers)));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    // A cross-origin form sends this without a preflight request.
    const form = body && (await send(method, path, body, { 'content-type': 'text/plain' }));
    expect(form?.status ?? 415).toBe(415);
    expect(onDisk()).toBe(before);
  });

  it('leave the token out of the client configs', async () => {
    const { value } = await open().ask(connectionSchema, 'GET', '/connection');
    expect([value.token_placeholder, value.owner_file]).toEqual([null, null]);
  });
});

describe('changes with authentication', () => {
  const gateway = useSetUpGateway();

  it.each([...changes, ['GET', '/config', undefined] as const, ['GET', '/connection', undefined] as const])(
    'are refused without the token: %s %s',
    async (method, path, body) => {
      const { send } = gateway();
      expect((await send(method, path, body, { authorization: 'Bearer wrong' })).status).toBe(401);
    },
  );
});
