import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  answerRecorded,
  RECORDED,
  startFakeRegistry,
} from '../../packages/setup/src/registry/fixtures/fake-registry.ts';
import { startGateway, TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';

/** Replaces npx: starts a local server instead of one from npm. */
const NPX = `#!${process.execPath}
import { spawn } from 'node:child_process';
const [, , yes, what] = process.argv;
if (yes !== '-y' || what !== '@example/server-search@1.0.2' || process.env.SEARCH_API_KEY !== 'k') process.exit(1);
spawn(process.execPath, [${JSON.stringify(TOOLMARK)}, 'demo-server'], { stdio: 'inherit' });
`;

async function registry(...answer: Parameters<typeof startFakeRegistry>) {
  const fake = await startFakeRegistry(...answer);
  onTestFinished(fake.close);
  return fake;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolmark-registry-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('a server of the registry', () => {
  it('is found, added and started by a running gateway', async () => {
    const { url } = await registry();
    const bin = folder();
    writeFileSync(join(bin, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(bin, 'npx'), NPX, { mode: 0o755 });
    const gateway = await startGateway({
      servers: {},
      config: { registry: { url } },
      env: { PATH: `${bin}:${process.env['PATH']}` },
    });
    const servers = (...args: readonly string[]) => runCli(['servers', ...args, '--data', gateway.dataDir]);
    expect((await servers('search', 'search')).stdout).toContain('toolmark servers add io.example/search-mcp');
    const added = await servers('add', 'io.example/search-mcp', '--env', 'SEARCH_API_KEY=k', '--yes');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('The running gateway starts it') });
    await expect
      .poll(async () => (await gateway.api('/api/v1/servers/search')).body, { timeout: 30_000 })
      .toMatchObject({ state: 'ready' });
    expect(await servers('remove', 'search', '--yes')).toMatchObject({ code: 0 });
    await expect.poll(async () => (await gateway.api('/api/v1/servers')).body).toMatchObject({ total: 0 });
  });

  it("is added without a gateway, with the registry's version", async () => {
    const { url } = await registry(answerRecorded(RECORDED.servers, 'v0'));
    const data = folder();
    const file = join(data, 'toolmark.json');
    writeFileSync(file, `// mine\n{\n  "registry": { "url": "${url}" },\n  "mcpServers": {}\n}\n`);
    const args = ['servers', 'add', 'io.example/weather', '--as', 'sky', '--yes', '--data', data];
    expect((await runCli(args)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(
      `// mine\n{\n  "registry": { "url": "${url}" },\n  "mcpServers": {\n    "sky": {\n      "command": "uvx",\n      "args": [\n        "weather-mcp-server==0.5.0"\n      ]\n    }\n  }\n}\n`,
    );
  });

  it('is not added if it has a private address', async () => {
    const server = { name: 'io.example/near', version: '1', remotes: [{ type: 'sse', url: 'http://localhost:1/sse' }] };
    const { url } = await registry(answerRecorded([{ server }]));
    const data = folder();
    writeFileSync(join(data, 'toolmark.json'), JSON.stringify({ registry: { url }, mcpServers: {} }));
    expect(await runCli(['servers', 'add', 'io.example/near', '--yes', '--data', data])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('private address'),
    });
  });
});

it('has recorded answers with the source of their shapes', () => {
  const file = fileURLToPath(new URL('../../packages/setup/src/registry/fixtures/recorded.json', import.meta.url));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ source: expect.stringContaining('openapi.yaml') });
});
