import { afterAll, describe, expect, it } from 'vitest';
import { createOAuthWorld } from '../oauth/fixtures/connect-oauth.ts';

const world = await createOAuthWorld({ modules: ['notes', 'calendar'] });
afterAll(() => world[Symbol.asyncDispose]());
const CALENDARS = {
  ref: { type: 'ref/resource', uri: 'nc://Calendar/{calendar_name}' },
  argument: { name: 'calendar_name', value: '' },
} as const;

describe.each(['auto', 'legacy'] as const)('with a token of OAuth, era %s', (mode) => {
  const connect = async (scopes: string) =>
    world.connect(await world.provider.token({ scopes }), { versionNegotiation: { mode } });

  it('a resource without its scope is refused, and Nextcloud gets no request for it or its completion', async () => {
    const client = await connect('notes:write');
    const before = world.received.length;
    await expect(client.readResource({ uri: 'notes://settings' })).rejects.toThrow();
    await expect(client.readResource({ uri: 'nc://Notes/1' })).rejects.toThrow();
    expect((await client.complete(CALENDARS)).completion.values).toEqual([]);
    expect(world.received.length).toBe(before);
  });

  it.each([
    ['notes:write', ['nc://capabilities'], []],
    [
      'notes:read',
      ['nc://capabilities', 'notes://settings'],
      ['nc://Notes/{note_id}', 'nc://Notes/{note_id}/attachments/{attachment_filename}'],
    ],
    ['calendar:read', ['nc://capabilities'], ['nc://Calendar/{calendar_name}']],
  ])('%s lists the resources and templates that it can read', async (scopes, resources, templates) => {
    const client = await connect(scopes);
    const listed = await client.listResources();
    expect(listed.resources.map(({ uri }) => uri)).toEqual(resources);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(templates);
    expect(listed.resources[0]).toEqual({
      name: 'capabilities',
      uri: 'nc://capabilities',
      title: 'Nextcloud Capabilities',
      description: 'Version of Nextcloud and what its apps can do.',
      mimeType: 'application/json',
    });
    if (mode === 'auto') expect(listed).toMatchObject({ cacheScope: 'private' });
  });

  it('a resource with its scope is read and completed as the caller', async () => {
    const client = await connect('notes:read calendar:read');
    const { contents } = await client.readResource({ uri: 'notes://settings' });
    expect(contents).toMatchObject([{ mimeType: 'application/json', text: expect.stringContaining('notesPath') }]);
    expect((await client.complete(CALENDARS)).completion.values).toContain('personal');
  });
});
