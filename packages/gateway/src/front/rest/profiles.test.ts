import { apiErrorSchema, type NamedToken, profileDetailSchema, profileListSchema } from '@toolmark/api-contract';
import type { ProfileConfig } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { get } from './fixtures/api.ts';
import { NO_TOKENS } from './fixtures/no-tokens.ts';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const ALL: ProfileConfig = {
  name: 'all',
  description: null,
  servers: ['*'],
  tools: ['*'],
  exclude: [],
  classes: ['read', 'additive', 'destructive'],
};

const profilesOf = (...profiles: readonly Partial<ProfileConfig>[]) => ({
  profiles: () => profiles.map((profile) => ({ ...ALL, ...profile })),
});

describe('a profile', () => {
  it('has its addresses and current tools', async () => {
    const token: Omit<NamedToken, 'name' | 'profile' | 'status'> = {
      id: '1',
      kind: 'client',
      hint: 'tmk_',
      ceiling: 'read',
      servers: null,
      may_answer: true,
      created_at: '',
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    };
    const tokens = {
      ...NO_TOKENS.tokens,
      list: () => [
        { ...token, name: 'ci', profile: 'all', status: 'active' as const },
        { ...token, name: 'old', profile: 'all', status: 'revoked' as const },
        { ...token, name: 'other', profile: 'else', status: 'active' as const },
      ],
    };
    const { value } = await get(profileDetailSchema, '/profiles/all', 'GET', { ...profilesOf({}), tokens });
    expect(value).toEqual({
      ...ALL,
      addresses: {
        direct: 'http://127.0.0.1:7420/mcp/p/all',
        search: 'http://127.0.0.1:7420/mcp/p/all/search',
      },
      counts: { servers: 2, tools: 4, read: 1, additive: 0, destructive: 3 },
      problems: [],
      tokens: ['ci'],
      members: [
        { server: 'notes', tool: 'list_notes', class: 'read' },
        { server: 'notes', tool: 'delete_note', class: 'destructive' },
        { server: 'notes', tool: 'files/read 你好', class: 'destructive' },
        { server: 'issues', tool: 'create_issue', class: 'destructive' },
      ],
    });
  });

  it.each<[string, Partial<ProfileConfig>, readonly string[], readonly string[]]>([
    ['of a class', { classes: ['read'] }, ['list_notes'], []],
    ['of a server', { servers: ['iss*'] }, ['create_issue'], []],
    ['of tools of one server', { tools: ['notes/delete_*'] }, ['delete_note'], []],
    ['without some', { servers: ['notes'], exclude: ['delete_*', 'files*'] }, ['list_notes'], []],
    ['of a server that is switched off', { servers: ['off'] }, [], ['It has no tools at present.']],
    [
      'of unknown names',
      { servers: ['notes', 'memos*'], tools: ['list_notes', 'notes/lisst*'], exclude: ['issues/create_issue'] },
      ['list_notes'],
      [
        "No server has the name 'memos*'.",
        "No tool of its servers has the name 'notes/lisst*' at present.",
        "No tool of its servers has the name 'issues/create_issue' at present.",
      ],
    ],
  ])('%s', async (_case, profile, members, problems) => {
    const { value } = await get(profileDetailSchema, '/profiles/all', 'GET', profilesOf(profile));
    expect([value.members.map(({ tool }) => tool), value.problems]).toEqual([members, problems]);
  });

  it('that does not exist is reported with similar names', async () => {
    const { status, value } = await get(apiErrorSchema, '/profiles/al', 'GET', profilesOf({}));
    expect([status, value.error.message]).toEqual([404, "There is no profile 'al'. Did you mean all?"]);
  });

  it('is listed without its tools', async () => {
    const { value } = await get(profileListSchema, '/profiles', 'GET', profilesOf({}, { name: 'two' }));
    expect([value.total, value.profiles.map(({ name, counts }) => [name, counts.tools])]).toEqual([
      2,
      [
        ['all', 4],
        ['two', 4],
      ],
    ]);
  });
});

const gateway = useSetUpGateway();

describe('changing profiles', () => {
  const names = async () =>
    (await gateway().ask(profileListSchema, 'GET', '/profiles')).value.profiles.map(({ name }) => name);

  it('writes them into the config, without other changes', async () => {
    const { ask, onDisk, text } = gateway();
    const request = { description: 'To look.', servers: ['notes'], classes: ['read'] };
    const made = await ask(profileDetailSchema, 'PUT', '/profiles/reading', request);
    expect(made).toMatchObject({ status: 200, value: { name: 'reading', ...request, tools: ['*'], exclude: [] } });
    expect(onDisk()).toBe(
      text.replace(
        '"record": { "enabled": false }',
        '"record": { "enabled": false },\n  "profiles": {\n    "reading": {\n      "description": "To look.",\n      "servers": [\n        "notes"\n      ],\n      "classes": [\n        "read"\n      ]\n    }\n  }',
      ),
    );
    expect((await ask(profileListSchema, 'DELETE', '/profiles/reading')).value.total).toBe(0);
    expect(await names()).toEqual([]);
  });

  it('does not rewrite an equivalent entry', async () => {
    const { ask, onDisk, write } = gateway();
    const written = `{
  "mcpServers": {},
  "record": { "enabled": false },
  "profiles": {
    // For the build.
    "ci": { "servers": "notes", "tools": "*" /* all */, "exclude": ["x"] },
    "other": {}
  }
}
`;
    await write(written);
    await ask(profileDetailSchema, 'PUT', '/profiles/ci', { servers: ['notes'], exclude: ['x'] });
    expect(onDisk()).toBe(written);
    await ask(profileDetailSchema, 'PUT', '/profiles/ci', { servers: ['notes'], classes: ['read'] });
    expect(onDisk()).toContain(
      '// For the build.\n    "ci": { "servers": "notes", "tools": "*", "classes": [ "read" ] /* all */ }',
    );
    expect(onDisk()).not.toContain('exclude');
    await ask(profileListSchema, 'DELETE', '/profiles/other');
    expect([await names(), onDisk().includes('// For the build.')]).toEqual([['ci'], true]);
  });

  it('only returns the result in a dry run', async () => {
    const { ask, onDisk, text } = gateway();
    const tried = await ask(profileDetailSchema, 'PUT', '/profiles/x', { tools: ['list_*'], dry_run: true });
    expect(tried).toMatchObject({ status: 200, value: { name: 'x', tools: ['list_*'], members: [] } });
    expect([onDisk(), await names()]).toEqual([text, []]);
  });

  it.each<[string, string, object, number, string]>([
    ['a name that is not valid in a URL', 'PUT', {}, 400, 'name must be a-z, 0-9 and -'],
    ['an unknown class', 'PUT', { classes: ['write'] }, 400, 'classes'],
    ['no servers', 'PUT', { servers: [] }, 400, 'servers'],
    ['an unknown profile', 'DELETE', {}, 404, "There is no profile 'A b'."],
  ])('rejects %s', async (_case, method, body, status, sentence) => {
    const { ask, onDisk, text } = gateway();
    const name = sentence.startsWith('name') || method === 'DELETE' ? 'A%20b' : 'ok';
    const refused = await ask(apiErrorSchema, method, `/profiles/${name}`, method === 'PUT' ? body : undefined);
    expect([refused.status, onDisk()]).toEqual([status, text]);
    expect(refused.value.error.message).toContain(sentence);
  });

  it('reports other problems in the config', async () => {
    const { ask, write, onDisk } = gateway();
    const broken = '{ "mcpServers": { "x": { "command": 1 } }, "record": { "enabled": false } }';
    await write(broken);
    const refused = await ask(apiErrorSchema, 'PUT', '/profiles/x', {});
    expect([refused.status, onDisk()]).toEqual([409, broken]);
    expect(refused.value.error.message).toContain('mcpServers.x.command');
  });
});
