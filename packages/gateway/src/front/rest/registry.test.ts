import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiErrorSchema,
  registryPlanSchema,
  registryServerDetailSchema,
  registryServerListSchema,
} from '@toolmark/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeRegistry, startFakeRegistry } from '../../../../setup/src/registry/fixtures/fake-registry.ts';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const path = (name: string) => `/registry/servers/${name}`;

describe('the registry', () => {
  const gateway = useSetUpGateway();
  let fake: FakeRegistry;
  beforeAll(async () => {
    fake = await startFakeRegistry();
  });
  afterAll(async () => await fake.close());
  beforeEach(async () => await use(fake.url));

  async function use(url: string): Promise<void> {
    const { dataDir, send } = gateway();
    const mcpServers = { search: { command: 'x', disabled: true } };
    writeFileSync(
      join(dataDir, 'toolmark.json'),
      JSON.stringify({ mcpServers, registry: { url }, record: { enabled: false } }),
    );
    await send('GET', '/config');
  }

  it('of the config is searched', async () => {
    const { value } = await gateway().ask(registryServerListSchema, 'GET', '/registry/servers?q=e&limit=2');
    expect([value.registry, value.servers.map(({ name }) => name), value.next_cursor]).toEqual([
      fake.url,
      ['io.example/search-mcp', 'io.example/files'],
      '2',
    ]);
    expect(value.servers[0]?.ways).toEqual([
      { id: 'npm', kind: 'npm', what: '@example/server-search@1.0.2', problem: null },
    ]);
  });

  it('returns the planned entry of a server with a free name', async () => {
    const { value } = await gateway().ask(registryServerDetailSchema, 'GET', path('io.example/search-mcp'));
    expect(value).toMatchObject({
      suggested_name: 'search-2',
      plans: [{ id: 'npm', missing: ['env:SEARCH_API_KEY'], entry: { command: 'npx', env: { SEARCH_REGION: 'eu' } } }],
    });
  });

  it('plans with values', async () => {
    const body = { id: 'npm', values: { 'env:SEARCH_API_KEY': ['k'] } };
    const { value } = await gateway().ask(registryPlanSchema, 'POST', `${path('io.example/search-mcp')}/plan`, body);
    expect([value.missing, value.entry['env']]).toEqual([[], { SEARCH_API_KEY: 'k', SEARCH_REGION: 'eu' }]);
  });

  it.each<[string, string, string, unknown, number, string]>([
    ['an unknown server', 'GET', path('io.example/none'), undefined, 404, "has no server 'io.example/none'"],
    ['an unknown option', 'POST', `${path('io.example/files')}/plan`, { id: 'pypi' }, 404, "has no option 'pypi'"],
    ['an unusable option', 'POST', `${path('io.example/files')}/plan`, { id: 'mcpb' }, 409, 'kind mcpb'],
    ['no option', 'POST', `${path('io.example/files')}/plan`, {}, 400, 'id'],
  ])('rejects %s', async (_what, method, at, body, status, wanted) => {
    const refused = await gateway().ask(apiErrorSchema, method, at, body);
    expect([refused.status, refused.value.error.message]).toEqual([status, expect.stringContaining(wanted)]);
  });

  it('that does not answer is reported', async () => {
    await use('http://127.0.0.1:1');
    const refused = await gateway().ask(apiErrorSchema, 'GET', '/registry/servers?q=x');
    expect([refused.status, refused.value.error.message]).toEqual([
      503,
      'The registry at http://127.0.0.1:1 refuses connections.',
    ]);
  });

  it('requires a credential', async () => {
    const { send } = gateway();
    expect((await send('GET', '/registry/servers?q=x', undefined, { authorization: 'Bearer wrong' })).status).toBe(401);
  });
});
