import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConfig } from './check-config.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-check-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function check(config: unknown) {
  const configFile = join(folder, 'toolmark.json');
  await writeFile(configFile, JSON.stringify(config));
  return await checkConfig({ configFile, env: { HOME: '/home/me' }, self: { command: 'node', args: ['toolmark.js'] } });
}

describe('checkConfig', () => {
  it('lists the commands and URLs of the servers, without secrets', async () => {
    const checked = await check({
      listen: { port: 7_777 },
      mcpServers: {
        notes: { command: './notes', args: ['--key', 'S3CRET'], env: { PATH: '/opt/bin', KEY: 'S3CRET' } },
        issues: { url: 'https://me:S3CRET@example.com/mcp?key=S3CRET', headers: { Authorization: 'S3CRET' } },
        off: { command: 'off', disabled: true },
        unset: { command: 'x', args: [`\${env:NOT_SET}`] },
      },
    });
    expect(checked).toMatchObject({
      ok: true,
      value: {
        listen: { host: '127.0.0.1', port: 7_777 },
        servers: [
          { name: 'notes', command: expect.stringMatching(/notes$/), path: '/opt/bin', cwd: homedir(), url: undefined },
          { name: 'issues', command: undefined, url: 'https://example.com/mcp' },
          { name: 'off', disabled: true, problem: undefined },
          { name: 'unset', problem: expect.stringContaining('NOT_SET') },
        ],
      },
    });
    expect(JSON.stringify(checked)).not.toContain('S3CRET');
  });

  it('reports the problems of an unusable config', async () => {
    expect(await check({ mcpServers: 3 })).toMatchObject({ ok: false, error: expect.stringContaining('mcpServers') });
  });
});
