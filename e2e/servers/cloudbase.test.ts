import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../gateway/fixtures/clients.ts';
import type { TestGateway } from '../gateway/fixtures/gateway.ts';
import { apiOf, NOBODY, startPolicyGateway } from '../policy/fixtures/api.ts';
import { root, runCli } from '../support/run-cli.ts';

const FOLDER = join(root, 'servers', 'cloudbase');
const PROGRAM = join(FOLDER, 'bin', 'toolmark-cloudbase.js');
const UPDATE = { collectionName: 'todos', query: '{"done":false}', update: '{"$set":{"done":true}}', isMulti: true };

/** A client whose user fills in forms; `asked` contains the questions shown. */
async function connectUser(gateway: TestGateway, mode: 'auto' | 'legacy', fillIn: () => Record<string, boolean>) {
  const asked: string[] = [];
  const client = new Client(
    { name: 'e2e', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: fillIn() };
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { requestInit: { headers: gateway.headers } }),
  );
  onTestFinished(() => client.close());
  return {
    asked,
    call: (tool: string, given: object = {}) =>
      client.callTool({ name: `cloudbase__${tool}`, arguments: { ...given } }),
  };
}

describe('the CloudBase server', () => {
  it('is what its table says, and has no finding', async () => {
    const config = join(FOLDER, 'toolmark.audit.json');
    const { code, stdout } = await runCli(['audit', '--config', config, '--format', 'json']);
    const { reports } = JSON.parse(stdout) as { reports: readonly object[] };
    expect({ code, reports }).toMatchObject({
      code: 0,
      reports: [{ passed: true, coverage: { tools: 36, complete: 36, declared: 144 } }],
    });
  });

  it('is added to Toolmark, reviewed and called as its README says', async () => {
    const { gateway, api } = await startPolicyGateway({}, NOBODY);
    const toolmark = (...args: readonly string[]) => runCli(args, { env: { TOOLMARK_HOME: gateway.dataDir } });
    await toolmark(
      'servers',
      'add',
      'cloudbase',
      '--yes',
      '--',
      process.execPath,
      PROGRAM,
      '--emulator',
      '--lang',
      'en',
    );
    await expect
      .poll(async () => (await gateway.api('/api/v1/servers')).body, { timeout: 30_000 })
      .toMatchObject({ servers: [{ name: 'cloudbase', state: 'ready' }] });
    const { call } = await connectUser(gateway, 'auto', () => ({}));
    expect(await call('listEnvs')).toMatchObject({ isError: true });

    const { stdout } = await toolmark('review', 'cloudbase', '--accept-all');
    expect(stdout).toMatch(/^Not included: .*--tool domainManagement$/m);
    expect((await call('listEnvs')).structuredContent).toMatchObject({ environments: [{ alias: 'demo' }, {}] });
    // Its words doubt its hint, so it is held until a person has looked at it.
    expect(await call('manageDataModel', { action: 'list' })).toMatchObject({ isError: true });
    await toolmark('review', 'cloudbase', '--tool', 'manageDataModel');
    expect(await call('manageDataModel', { action: 'list' })).not.toHaveProperty('isError', true);
    expect(await call('insertDocuments', { collectionName: 'todos', documents: ['{"_id":"new"}'] })).toMatchObject({
      structuredContent: { insertedIds: ['new'] },
    });
    expect(await call('deleteDocuments', { collectionName: 'todos', query: '{"_id":"new"}' })).toMatchObject({
      isError: true,
    });
    const calls = await api.calls();
    expect(calls.map(({ tool, decision }) => [tool, decision?.kind])).toEqual([
      ['listEnvs', 'ask'],
      ['listEnvs', 'allow'],
      ['manageDataModel', 'hold'],
      ['manageDataModel', 'allow'],
      ['insertDocuments', 'allow'],
      ['deleteDocuments', 'ask'],
    ]);
  });

  it.each(['auto', 'legacy'] as const)('asks the user itself through the gateway (%s)', async (mode) => {
    const servers = { cloudbase: { command: process.execPath, args: [PROGRAM, '--emulator', '--lang', 'en'] } };
    const { gateway } = await startPolicyGateway(servers, NOBODY);
    let proceed = false;
    const { call, asked } = await connectUser(gateway, mode, () => ({ proceed }));
    const refused = await call('updateDocuments', UPDATE);
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('nothing was changed')]);
    proceed = true;
    expect((await call('updateDocuments', UPDATE)).structuredContent).toMatchObject({ modifiedCount: 2 });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('todos');
  });

  it('leaves the question to the gateway if it runs unattended', async () => {
    const args = [PROGRAM, '--emulator', '--unattended', '--lang', 'en'];
    const { gateway } = await startPolicyGateway({ cloudbase: { command: process.execPath, args } }, NOBODY);
    const { call, asked } = await connectUser(gateway, 'auto', () => ({}));
    expect(await call('updateDocuments', UPDATE)).toMatchObject({ isError: true });
    expect(await call('queryDocuments', { collectionName: 'todos', query: '{"done":true}' })).toMatchObject({
      structuredContent: { data: [expect.anything()] },
    });
    const calls = await apiOf(gateway).calls();
    expect(calls.map(({ tool, class: of, decision }) => [tool, of, decision?.kind])).toEqual([
      ['updateDocuments', 'destructive', 'ask'],
      ['queryDocuments', 'read', 'allow'],
    ]);
    expect(asked.every((message) => !message.includes('would'))).toBe(true);
  });
});
