import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startGateway, TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { CLIENTS, createHome } from './fixtures/home.ts';
import { runOnTerminal } from './fixtures/terminal.ts';

const DEMO = { command: process.execPath, args: [TOOLMARK, 'demo-server'] };

describe('toolmark import, while a gateway runs', () => {
  it("imports a server, which the gateway then uses, and leaves the clients' configs unchanged", async () => {
    const home = createHome();
    writeFileSync(home.file('cursor'), `{ // mine\n "mcpServers": { "playground": ${JSON.stringify(DEMO)}, }, }`);
    const before = CLIENTS.map(home.read);
    const gateway = await startGateway({ servers: { demo: DEMO } });
    const env = { HOME: home.home, TOOLMARK_HOME: gateway.dataDir };
    const done = await runCli(['import', 'playground', '--rename', 'playground=second', '--json'], {
      env,
      cwd: home.project,
    });
    expect({ ...done, stdout: JSON.parse(done.stdout) as unknown }).toMatchObject({ code: 0, stdout: { added: [] } });
    // The demo server already exists, and an identical one is not imported twice.
    expect(done.stdout).toContain("It already exists here, as 'demo'.");
    writeFileSync(
      home.file('cursor'),
      `{ "mcpServers": { "playground": ${JSON.stringify({ ...DEMO, env: { PLAY: '1' } })} } }`,
    );
    const taken = await runCli(['import', 'playground', '--json'], { env, cwd: home.project });
    expect({ code: taken.code, ...(JSON.parse(taken.stdout) as object) }).toMatchObject({
      code: 0,
      added: ['playground'],
      in_use: true,
    });
    await expect
      .poll(async () => JSON.stringify((await gateway.api('/api/v1/tools?limit=100')).body), { timeout: 30_000 })
      .toContain('playground');
    expect(CLIENTS.filter((client) => client !== 'cursor').map(home.read)).toEqual(
      before.filter((_, index) => CLIENTS[index] !== 'cursor'),
    );
  });
});

describe.skipIf(process.platform !== 'linux')('toolmark import, by a person at a terminal', () => {
  it('shows everything without secrets, and imports the typed selection', async () => {
    const home = createHome();
    const env = { HOME: home.home };
    const { code, screen } = await runOnTerminal(
      ['import'],
      env,
      [{ until: 'Enter for none:', type: 'filesystem asana\n' }],
      home.project,
    );
    expect([code, screen]).toEqual([0, expect.stringMatching(/Imported 2 servers into .*: filesystem, asana/)]);
    expect(screen).not.toContain('fixture-secret');
    const config = JSON.parse(readFileSync(`${home.home}/.toolmark/toolmark.json`, 'utf8')) as { mcpServers: object };
    expect(Object.keys(config.mcpServers)).toEqual(['filesystem', 'asana']);
  });
});
