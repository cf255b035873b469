import { expect, it } from 'vitest';
import { createOAuthWorld } from './fixtures/connect-oauth.ts';
import { NEXTCLOUD_AUDIENCE } from './fixtures/provider.ts';

const count = (requests: readonly string[]): number => requests.filter((each) => each === 'POST /token').length;

it('sends Nextcloud an exchanged token for each caller, never the caller’s own', async () => {
  await using world = await createOAuthWorld({
    modules: ['notes'],
    options: { exchangeAudience: NEXTCLOUD_AUDIENCE },
  });
  const scopes = 'notes:read notes:write';
  const tokens = [await world.provider.token({ scopes }), await world.provider.token({ scopes, user: 'bob' })] as const;
  const [adas, bobs] = [await world.connect(tokens[0]), await world.connect(tokens[1])];
  const searches = [adas, bobs, adas, bobs].map((client) =>
    world.call(client, 'nc_notes_search_notes', { query: 'x' }),
  );
  for (const found of await Promise.all(searches)) expect(found).toMatchObject({ total_found: 0 });
  expect(new Set(world.received.map(({ audience }) => audience))).toEqual(new Set([NEXTCLOUD_AUDIENCE]));
  const byToken = new Map(world.received.map(({ token, user }) => [token, user]));
  expect([...byToken.values()].toSorted()).toEqual(['ada', 'bob']);
  for (const token of tokens) expect(byToken.has(token)).toBe(false);
  expect(count(world.provider.requests)).toBe(2);
});

it('reports a failed exchange without details', async () => {
  await using world = await createOAuthWorld({
    modules: ['notes'],
    options: { exchangeAudience: NEXTCLOUD_AUDIENCE, clientSecret: 'wrong-secret' },
  });
  const token = await world.provider.token({ scopes: 'notes:read' });
  const client = await world.connect(token);
  const result = await world.call(client, 'nc_notes_search_notes', { query: 'x' });
  expect(result).toMatchObject({
    failed: { code: 'BAD_CREDENTIALS', message: expect.stringContaining('did not exchange') },
  });
  expect(JSON.stringify(result) + world.log.join('\n')).not.toMatch(new RegExp(`${token}|wrong-secret`));
  expect(world.received).toEqual([]);
});
