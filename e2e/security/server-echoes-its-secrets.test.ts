import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolCallList } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo, eras } from '../record/fixtures/clients.ts';
import { createFolder } from '../record/fixtures/record.ts';
import { runCli } from '../support/run-cli.ts';

// Issue 18, §2: secrets of the config are blotted wherever a server echoes them.
const ECHO = fileURLToPath(new URL('./fixtures/echoing-server.mjs', import.meta.url));
const SECRET = 'Zq7-echo/"secret"+value';
const FORMS = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64').replace(/=+$/, ''),
];
const leaksIn = (text: string): readonly string[] => FORMS.filter((form) => text.includes(form));

/** Every file of the record that has a form of the secret in it. */
const filesWith = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ parentPath, name }) => FORMS.some((form) => readFileSync(join(parentPath, name)).includes(form)))
    .map(({ name }) => name);

describe.each(eras)('a server that echoes what it was given, to a client that is %s', (era) => {
  it('shows it nowhere but in the result of a call that went well', async () => {
    const dataDir = createFolder();
    const tally = join(createFolder(), 'tally');
    const gateway = await startGateway({
      dataDir,
      servers: {
        echo: { command: process.execPath, args: [ECHO], env: { ECHO_API_KEY: `\${env:ECHO_SECRET}`, TALLY: tally } },
      },
      env: { ECHO_SECRET: SECRET },
    });
    const api = async (path: string): Promise<string> => JSON.stringify((await gateway.api(`/api/v1${path}`)).body);
    await expect.poll(() => api('/tools')).toContain('stumble');
    const client = await connectTo(gateway, era, { server: 'echo' });
    const said = await client.call('say', {});
    const stumbled = await client.call('stumble', {});
    const refused = await client.call('refuse', {}).catch((error: unknown) => String(error));
    // The calls got there, and a result of the client's own is the client's.
    expect(readFileSync(tally, 'utf8').split('\n').filter(Boolean)).toEqual(['say', 'stumble', 'refuse']);
    expect(said).toContain(SECRET);
    expect(stumbled).toContain('The key is …');
    expect([leaksIn(stumbled), leaksIn(refused)]).toEqual([[], []]);

    const { tool_calls: calls } = (await gateway.api('/api/v1/tool-calls')).body as ToolCallList;
    expect(calls).toHaveLength(3);
    const paths = [
      ...['/servers', '/servers/echo', '/tools', '/tools/echo/say', '/tools/echo/say/versions', '/search?q=echo'],
      ...['/tool-calls', '/sessions', '/annotations/coverage', ...calls.map(({ id }) => `/tool-calls/${id}`)],
    ];
    for (const path of paths) expect([path, leaksIn(await api(path))]).toEqual([path, []]);
    const show = await runCli(['servers', 'show', 'echo', '--data', dataDir, '--json']);
    expect([show.code, leaksIn(show.stdout)]).toEqual([0, []]);
    expect(await api('/servers/echo')).toContain('1.0.0+…');
    await gateway.stop();
    expect(leaksIn(`${gateway.stdout()}${gateway.stderr()}`)).toEqual([]);
    expect(filesWith(join(dataDir, 'record'))).toEqual([]);
  });
});
