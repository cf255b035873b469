import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { installed } from '../support/run-cli.ts';
import { connect, connectOlder, textOf } from './fixtures/clients.ts';
import { startGateway } from './fixtures/gateway.ts';

function command(name: string, bin: string, ...args: readonly string[]) {
  const [program = '', ...rest] = installed(name, bin);
  return { command: program, args: [...rest, ...args] };
}

/** Queries the same server directly. */
async function directly(entry: { command: string; args: readonly string[]; env?: Record<string, string> }) {
  const client = new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StdioClientTransport({
    command: entry.command,
    args: [...entry.args],
    env: { ...(process.env as Record<string, string>), ...entry.env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-upstream-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('real servers behind one endpoint', () => {
  it('offers everything, filesystem, memory and the demo, each tool as its server sent it', async () => {
    const folder = scratch();
    const servers = {
      everything: command('@modelcontextprotocol/server-everything', 'dist/index.js'),
      files: command('@modelcontextprotocol/server-filesystem', 'dist/index.js', folder),
      memory: {
        ...command('@modelcontextprotocol/server-memory', 'dist/index.js'),
        env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
      },
      context7: command('@upstash/context7-mcp', 'dist/index.js'),
      gitlab: {
        ...command('@zereight/mcp-gitlab', 'build/index.js'),
        env: {
          GITLAB_PERSONAL_ACCESS_TOKEN: 'glpat-none',
          GITLAB_API_URL: 'http://127.0.0.1:9/api/v4',
          GITLAB_TOOLSETS: 'all',
        },
      },
    };
    const gateway = await startGateway({ servers });
    // A legacy client, because the SDK's client of 2026-07-28 removes `execution`.
    const client = await connect(gateway, 'legacy');
    const names = async () =>
      new Set(
        (await client.listTools(undefined, { cacheMode: 'bypass' })).tools.map(({ name }) => name.split('__')[0]),
      );
    await expect.poll(names, { timeout: 60_000, interval: 200 }).toEqual(new Set(Object.keys(servers)));

    const offered = (await client.listTools(undefined, { cacheMode: 'bypass' })).tools;
    for (const [name, entry] of Object.entries(servers)) {
      const direct = (await (await directly(entry)).listTools()).tools;
      const through = offered.filter((tool) => tool.name.startsWith(`${name}__`));
      const bare = through.map(({ _meta, name: exposed, ...tool }) => {
        const { 'io.toolmark/annotations': _ours, ...meta } = _meta ?? {};
        return { ...tool, name: exposed.slice(name.length + 2), ...(Object.keys(meta).length > 0 && { _meta: meta }) };
      });
      // The server adapts its tools to its client's capabilities, so only the common ones are compared.
      const expected = direct.map(({ ...tool }) => tool);
      expect(bare).toEqual(expect.arrayContaining(expected));
    }
    // context7 supports 2026-07-28, the others older revisions.
    const { body } = await gateway.api('/api/v1/servers');
    const eras = Object.fromEntries(
      (body as { servers: { name: string; era: string }[] }).servers.map(({ name, era }) => [name, era]),
    );
    expect(eras).toMatchObject({ context7: 'modern', everything: 'legacy', files: 'legacy', memory: 'legacy' });
    expect(offered.filter(({ name }) => name.startsWith('gitlab__')).length).toBeGreaterThanOrEqual(200);
  });

  it.each(['auto', 'legacy', 'older SDK'] as const)('works for a client (%s)', async (kind) => {
    const folder = scratch();
    writeFileSync(join(folder, 'hello.txt'), 'Grüße');
    const gateway = await startGateway({
      servers: {
        files: command('@modelcontextprotocol/server-filesystem', 'dist/index.js', folder),
        everything: command('@modelcontextprotocol/server-everything', 'dist/index.js'),
      },
    });
    const client = kind === 'older SDK' ? await connectOlder(gateway) : await connect(gateway, kind);
    await expect
      .poll(async () => (await gateway.api('/api/v1/tools?limit=1')).body, { timeout: 30_000 })
      .toMatchObject({ total: expect.toSatisfy((total: number) => total > 25) });
    const read = await client.callTool({
      name: 'files__read_text_file',
      arguments: { path: join(folder, 'hello.txt') },
    });
    expect(textOf(read)).toBe('Grüße');
    const sum = await client.callTool({ name: 'everything__get-sum', arguments: { a: 2, b: 40 } });
    expect(textOf(sum)).toContain('42');
    const image = await client.callTool({ name: 'everything__get-tiny-image', arguments: {} });
    expect(image).toMatchObject({ content: expect.arrayContaining([expect.objectContaining({ type: 'image' })]) });
    const failing = await client.callTool({ name: 'files__read_text_file', arguments: { path: '/etc/hostname' } });
    expect(failing).toMatchObject({ isError: true });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('everything__simple-prompt');
    expect(await client.getPrompt({ name: 'everything__simple-prompt' })).toMatchObject({
      messages: [expect.anything()],
    });
    const { resources } = await client.listResources();
    const [first] = resources;
    expect(await client.readResource({ uri: first?.uri ?? '' })).toMatchObject({ contents: [{ uri: first?.uri }] });
    await expect(client.callTool({ name: 'files__no_such_tool', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('passes on progress, including the last update', async () => {
    const gateway = await startGateway({
      servers: { everything: command('@modelcontextprotocol/server-everything', 'dist/index.js') },
    });
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await connect(gateway, mode);
      await expect
        .poll(async () => (await client.listTools(undefined, { cacheMode: 'bypass' })).tools.length, {
          timeout: 20_000,
        })
        .toBeGreaterThan(0);
      const heard: number[] = [];
      await client.callTool(
        { name: 'everything__trigger-long-running-operation', arguments: { duration: 1, steps: 4 } },
        { onprogress: ({ progress }) => heard.push(progress) },
      );
      expect(heard.slice(0, 3)).toEqual([1, 2, 3]);
    }
  });
});
