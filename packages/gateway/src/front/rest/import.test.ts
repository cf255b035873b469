import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiErrorSchema,
  connectionSchema,
  importAnswerSchema,
  importReportSchema,
  serverListSchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { putSample } from '../../../../setup/src/import/fixtures/machine.ts';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const gateway = useSetUpGateway();

describe('importing over the API', () => {
  it('lists the servers, and imports the selected ones', async () => {
    const { ask, dataDir } = gateway();
    const file = join(dataDir, '.codeium/windsurf/mcp_config.json');
    putSample('windsurf.json', file);
    const source = async () =>
      (await ask(importReportSchema, 'GET', '/import')).value.sources.find(({ client }) => client === 'windsurf');
    expect((await source())?.servers.map(({ name, conflict }) => [name, conflict])).toEqual([
      ['linear', 'none'],
      ['off', 'none'],
      ['from-file', 'none'],
    ]);
    const take = [
      { file, name: 'off' },
      { file, name: 'from-file' },
    ];
    expect(await ask(importAnswerSchema, 'POST', '/import', { take })).toEqual({
      status: 200,
      value: { added: ['off'], refused: [{ name: 'from-file', reason: expect.stringContaining('read from a file') }] },
    });
    const servers = (await ask(serverListSchema, 'GET', '/servers')).value.servers;
    expect(servers.map(({ name, state }) => [name, state])).toEqual([['off', 'disabled']]);
    expect((await source())?.servers.map(({ conflict }) => conflict)).toEqual(['none', 'same', 'none']);
  });

  it('rejects invalid requests', async () => {
    const { ask } = gateway();
    expect((await ask(apiErrorSchema, 'POST', '/import', { take: [] })).status).toBe(400);
  });
});

describe('connecting over the API', () => {
  it('has the address of this gateway, and a placeholder for the token', async () => {
    const { ask, url, dataDir } = gateway();
    const { value } = await ask(connectionSchema, 'GET', '/connection');
    expect(value).toMatchObject({
      mcp_url: `${url}/mcp`,
      token_placeholder: 'YOUR_TOKEN',
      owner_file: join(dataDir, 'owner-token'),
    });
    for (const name of ['owner-token', 'stdio-token'])
      expect(JSON.stringify(value)).not.toContain(readFileSync(join(dataDir, name), 'utf8').trim());
    expect(value.clients.find(({ client }) => client === 'cursor')?.text).toContain('Bearer YOUR_TOKEN');
    const desktop: unknown = JSON.parse(value.clients.find(({ client }) => client === 'claude-desktop')?.text ?? '');
    expect(desktop).toEqual({
      mcpServers: {
        toolmark: {
          command: process.execPath,
          args: ['/opt/toolmark', 'stdio'],
          env: { TOOLMARK_HOME: dataDir, TOOLMARK_TOKEN: 'YOUR_TOKEN' },
        },
      },
    });
  });

  it.each<[string, string]>([
    ['?search=true', '/mcp/search'],
    ['?profile=reading', '/mcp/p/reading'],
    ['?profile=reading&search=true', '/mcp/p/reading/search'],
  ])('%s returns the requested endpoint', async (query, path) => {
    const { ask, url, dataDir } = gateway();
    writeFileSync(
      join(dataDir, 'toolmark.json'),
      '{ "mcpServers": {}, "profiles": { "reading": { "description": "only reads" } } }',
    );
    const known = async () => (await ask(connectionSchema, 'GET', '/connection')).value.profiles;
    await expect.poll(known).toEqual([{ name: 'reading', description: 'only reads' }]);
    const { value } = await ask(connectionSchema, 'GET', `/connection${query}`);
    expect(value.mcp_url).toBe(`${url}${path}`);
    expect(value.clients.find(({ client }) => client === 'cursor')?.text).toContain(`"${url}${path}"`);
  });

  it('rejects an unknown profile', async () => {
    const { ask } = gateway();
    const { status, value } = await ask(apiErrorSchema, 'GET', '/connection?profile=nope');
    expect([status, value.error.problems]).toEqual([
      400,
      [{ path: 'profile', message: 'must be the name of a profile in the config' }],
    ]);
  });
});
