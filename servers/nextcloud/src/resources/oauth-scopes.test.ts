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

  it('a resource without its scope is refused, and nothing is completed or asked of Nextcloud', async () => {
    const client = await connect('notes:write');
    const before = world.received.length;
    await expect(client.readResource({ uri: 'notes://settings' })).rejects.toThrow();
    await expect(client.readResource({ uri: 'nc://Notes/1' })).rejects.toThrow();
    expect((await client.complete(CALENDARS)).completion.values).toEqual([]);
    expect(world.received.length).toBe(before);
  });

  it('a resource with its scope is read and completed as the caller', async () => {
    const client = await connect('notes:read calendar:read');
    const { contents } = await client.readResource({ uri: 'notes://settings' });
    expect(contents).toMatchObject([{ mimeType: 'application/json', text: expect.stringContaining('notesPath') }]);
    expect((await client.complete(CALENDARS)).completion.values).toContain('personal');
  });
});
