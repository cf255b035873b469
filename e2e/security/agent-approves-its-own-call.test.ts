import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newTokenSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { type Asking, SOON, startAsking } from '../policy/fixtures/asking.ts';
import { shareAsking } from '../policy/fixtures/share-asking.ts';
import { connectStdio, eras } from '../record/fixtures/clients.ts';
import { createFolder } from '../record/fixtures/record.ts';
import { runCli } from '../support/run-cli.ts';
import { speakTo } from '../tokens/fixtures/recording-client.ts';

/** What clients of an earlier version have, which opened everything then. */
const SHARED = 'the-token-of-an-earlier-version-0123456789';

/** The tokens that an agent can find in the config of its client, or in its own environment. */
const CREDENTIALS: readonly (readonly [string, (asking: Asking) => Promise<string>])[] = [
  ['a token that was created for its client', (asking) => createToken(asking)],
  ['the token of an earlier version', () => Promise.resolve(SHARED)],
  ['the token of toolmark stdio', ({ gateway }) => Promise.resolve(gateway.token ?? '')],
];

async function createToken({ post }: Asking, name = 'agent'): Promise<string> {
  const { body } = await post('/tokens', { name, ceiling: 'destructive' });
  return newTokenSchema.parse(body).token;
}

const keepSharedToken = (folder: string): void => writeFileSync(join(folder, 'token'), SHARED, { mode: 0o600 });

async function startUpgraded(): Promise<Asking> {
  const folder = createFolder();
  keepSharedToken(folder);
  return startAsking({ folder });
}

/** For tests that leave the gateway and its tokens as they are. */
const upgraded = shareAsking({}, keepSharedToken);

/** What the agent sends besides, to look like the page or the command line. */
const FORGED = [{ 'toolmark-client': 'web/1.0' }, { 'toolmark-client': 'cli/1.0', origin: 'http://127.0.0.1' }, {}];

/** Everything by which an agent got its way with the API, each of which made something run. */
const attacks = (approval: string, proof: string): readonly (readonly [string, string, object?])[] => [
  ['POST', `/approvals/${approval}`, { decision: 'approve', remember: 'always', by: 'ann' }],
  ['POST', '/tools/counting/set_value/call', { arguments: { value: 'forced' }, confirm: true }],
  ['PUT', '/tools/counting/set_value/override', { readOnlyHint: true, destructiveHint: false }],
  ['POST', '/tools/counting/set_value/accept', {}],
  ['POST', '/servers', { name: 'shell', entry: { command: 'sh', args: ['-c', `id > ${proof}`] } }],
  ['POST', '/tokens', { name: 'mine', kind: 'api' }],
  ['POST', '/links'],
  ['GET', '/connection'],
  ['DELETE', '/shared-token'],
];

const ENDPOINTS = [
  ['/mcp', 'counting__set_value', { value: 'asked' }],
  ['/mcp/search', 'call_tool_destructive', { id: 'counting__set_value', arguments: { value: 'asked' } }],
] as const;

async function attackAll({ gateway, folder, reached, approval }: Asking, token: string, id: string): Promise<void> {
  const proof = join(folder, 'proof');
  for (const [method, path, body] of attacks(id, proof)) {
    for (const forged of FORGED) {
      const response = await fetch(`${gateway.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...forged },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect([method, path, response.status]).toEqual([method, path, 403]);
    }
  }
  expect([(await approval(id)).status, reached(), existsSync(proof)]).toEqual(['pending', [], false]);
}

describe.each(CREDENTIALS)('an agent that holds %s', (_what, credential) => {
  it('can ask for a destructive call, and neither approve it nor go around the question', async () => {
    const asking = upgraded();
    const token = await credential(asking);
    for (const era of eras) {
      for (const [path, name, given] of ENDPOINTS) {
        const speaker = await speakTo({ url: `${asking.gateway.url}${path}`, token }, era);
        const answered = speaker.ask('tools/call', { name, arguments: given });
        const { id } = await asking.pending();
        await attackAll(asking, token, id);
        // The person still decides.
        expect((await asking.answer(id, { decision: 'deny' })).status).toBe(200);
        expect((await answered).status).toBe(200);
      }
    }
    expect(asking.reached()).toEqual([]);
    const servers = JSON.stringify((await asking.gateway.api('/api/v1/servers')).body);
    expect(servers).not.toContain('shell');
  });
});

describe.each(eras)('an agent behind toolmark stdio, in the %s era', (era) => {
  it('cannot approve with the token that its client put into its environment', async () => {
    const asking = upgraded();
    const token = await createToken(asking, `agent-${era}`);
    const client = await connectStdio(asking.folder, era, { server: 'counting', token });
    const answered = client.call('set_value', { value: 'asked' }).catch(String);
    const question = await asking.pending();
    expect(question).toMatchObject({ principal: `agent-${era}` });
    await attackAll(asking, token, question.id);
    await asking.answer(question.id, { decision: 'deny' });
    await answered;
    expect(asking.reached()).toEqual([]);
  });
});

describe("the owner's credential", () => {
  it.each(eras)('does not work for a client, over HTTP or stdio, in the %s era', async (era) => {
    const asking = upgraded();
    const { gateway, post } = asking;
    const script = newTokenSchema.parse((await post('/tokens', { name: `script-${era}`, kind: 'api' })).body).token;
    for (const token of [gateway.ownerToken ?? '', script]) {
      for (const [path, name, given] of ENDPOINTS) {
        const speaker = await speakTo({ url: `${gateway.url}${path}`, token }, era);
        const { status } = await speaker.ask('tools/call', { name, arguments: given });
        expect([path, status]).toEqual([path, 403]);
        expect(speaker.got()).toMatch(/toolmark connect CLIENT, or toolmark tokens create NAME/);
      }
      const joined = connectStdio(asking.folder, era, { server: 'counting', token });
      await expect(joined.then((client) => client.call('read_value'))).rejects.toThrow();
    }
    expect([asking.reached(), (await asking.approvals('all')).approvals]).toEqual([[], []]);
  });
});

describe('a revoked token', () => {
  it('does not let toolmark stdio in, whether a gateway runs or not', async () => {
    const asking = await startUpgraded();
    const token = await createToken(asking);
    expect((await asking.cli('tokens', 'revoke', 'agent', '--yes')).code).toBe(0);
    const use = async () =>
      (await connectStdio(asking.folder, 'modern', { server: 'counting', token })).call('read_value');
    await expect(use()).rejects.toThrow();
    await asking.gateway.stop();
    await expect(use()).rejects.toThrow();
    expect(asking.reached()).toEqual([]);
  });
});

describe('the token of an earlier version', () => {
  it('is told of at the start, by doctor and by the gateway, and gone after one command', async () => {
    const asking = await startUpgraded();
    const { gateway, folder } = asking;
    const home = createFolder();
    writeFileSync(
      join(home, '.claude.json'),
      JSON.stringify({
        mcpServers: { toolmark: { type: 'http', url: gateway.mcpUrl, headers: { Authorization: `Bearer ${SHARED}` } } },
      }),
    );
    const env = { HOME: home, TOOLMARK_HOME: folder };
    expect(gateway.stderr()).toContain('toolmark connect --replace-token');
    const doctor = await runCli(['doctor', '--json'], { env, cwd: home });
    const { checks } = JSON.parse(doctor.stdout) as {
      checks: readonly { name: string; state: string; fix?: string }[];
    };
    const told = checks.filter(({ fix }) => fix === 'toolmark connect --replace-token').map(({ name }) => name);
    expect(told).toEqual(['shared token', 'client Claude Code']);
    const before = await speakTo({ url: gateway.mcpUrl, token: SHARED }, 'modern');
    expect((await before.ask('tools/list')).status).toBe(200);

    const done = await runCli(['connect', '--replace-token', '--yes', '--json'], { env, cwd: home });
    expect(done).toMatchObject({ code: 0 });
    expect(JSON.parse(done.stdout)).toMatchObject({ replaced: [{ client: 'claude-code', token: 'claude-code' }] });
    expect([(await before.ask('tools/list')).status, existsSync(join(folder, 'token'))]).toEqual([401, false]);
    const config = JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8')) as {
      readonly mcpServers: { readonly toolmark: { readonly headers: { readonly Authorization: string } } };
    };
    const token = config.mcpServers.toolmark.headers.Authorization.replace('Bearer ', '');
    const after = await speakTo({ url: gateway.mcpUrl, token }, 'modern');
    await expect.poll(async () => (await after.ask('tools/list')).status, SOON).toBe(200);
  });
});
