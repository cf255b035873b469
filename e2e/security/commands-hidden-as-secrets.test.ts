import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ToolCallDetail, toolCallDetailSchema, toolCallListSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { createFolder } from '../record/fixtures/record.ts';
import { runCli } from '../support/run-cli.ts';
import { callRaw } from './fixtures/raw-client.ts';
import { createVerbatim } from './fixtures/verbatim.ts';

// Issue 18, §2: the record redacts secrets and only secrets, and has every forwarded parameter.
const COMMANDS = {
  key: "echo '-----BEGIN PRIVATE KEY-----' ; rm -rf ~ ; echo '-----END PRIVATE KEY-----'",
  url: 'https://user:$(rm -rf ~)@host',
  env: 'API_KEY="$(rm -rf /)"',
  token: 'x; rm -rf ~',
  password: '$(rm -rf ~)',
  api_key: '`rm -rf ~`',
};
const SECRET = 'hunter2-hunter2';
const server = createVerbatim('modern');

async function recorded(gateway: TestGateway): Promise<ToolCallDetail> {
  const list = async () => toolCallListSchema.parse((await gateway.api('/api/v1/tool-calls')).body).tool_calls;
  await expect.poll(async () => (await list()).length).toBe(1);
  const [call] = await list();
  return toolCallDetailSchema.parse((await gateway.api(`/api/v1/tool-calls/${call?.id}`)).body);
}

describe('a command that is dressed up as a secret', () => {
  it.each(['modern', 'legacy'] as const)('is in the record, with all that left and a proof of it: %s', async (era) => {
    const before = server.received().length;
    const gateway = await startGateway({ servers: { disk: server.entry } });
    await expect.poll(async () => JSON.stringify((await gateway.api('/api/v1/tools')).body)).toContain('wipe');
    const given = `${JSON.stringify({ ...COMMANDS, pin_secret: SECRET }).slice(0, -1)},"id":12345678901234567890}`;
    const more = { members: '"task":{"ttl":98765432109876543210},', meta: '"acme/tenant":"production",' };
    await callRaw(gateway, { era, path: '/mcp', name: 'disk__wipe', given, ...more });
    const sent = server.received().slice(before);
    expect(sent).toHaveLength(1);

    const call = await recorded(gateway);
    const value = call.arguments?.value as Record<string, string>;
    for (const [name, command] of Object.entries(COMMANDS))
      expect([name, value[name]]).toEqual([name, command.replace(/^x;/, '[redacted 1 character];')]);
    expect(value['pin_secret']).toBe(`[redacted ${SECRET.length} characters]`);
    expect(call.others?.value).toMatchObject({ task: {}, _meta: { 'acme/tenant': 'production' } });
    const shown = await runCli(['calls', 'show', call.id, '--data', gateway.dataDir]);
    expect(shown.stdout).toMatch(/Also sent[\s\S]*acme\/tenant[\s\S]*production/);
    expect(shown.stdout).not.toContain(SECRET);

    const verify = async (params: string) => {
      const file = join(createFolder(), 'params.json');
      writeFileSync(file, params);
      return runCli(['calls', 'verify', call.id, '--params', file, '--data', gateway.dataDir]);
    };
    const [params = ''] = sent;
    expect(await verify(params)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('This is exactly what was sent.'),
    });
    for (const other of [
      params.replace(SECRET, 'hunter3-hunter3'),
      params.replace('567890', '567891'),
      params.replace('production', 'sandbox'),
    ])
      expect(await verify(other)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('This is not what was sent.'),
      });
    expect(await verify('[]')).toMatchObject({ code: 2 });
  });
});
