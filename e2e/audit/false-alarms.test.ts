import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDefinition, checkShadowing, descriptionOf, resolve, type ToolDefinition } from '@toolmark/annotations';
import { inspectServer } from '@toolmark/audit';
import { beforeAll, describe, expect, it } from 'vitest';
import { labelledTools, readTable } from '../../packages/annotations/src/infer/fixtures/labelled-tools.ts';
import { installed } from '../support/run-cli.ts';

/** Published servers without any attack: every finding in their definitions is a false alarm. */
const servers: Readonly<Record<string, () => Promise<readonly string[]> | readonly string[]>> = {
  everything: () => installed('@modelcontextprotocol/server-everything', 'dist/index.js'),
  memory: () => installed('@modelcontextprotocol/server-memory', 'dist/index.js'),
  filesystem: async () => [
    ...installed('@modelcontextprotocol/server-filesystem', 'dist/index.js'),
    await mkdtemp(join(tmpdir(), 'toolmark-fs-')),
  ],
  context7: () => installed('@upstash/context7-mcp', 'dist/index.js'),
  gitlab: () => installed('@zereight/mcp-gitlab', 'build/index.js'),
  demo: () => [
    process.execPath,
    fileURLToPath(new URL('../../packages/cli/bin/toolmark.js', import.meta.url)),
    'demo-server',
  ],
};

/** This server does not start without a token and a URL. */
const env = {
  GITLAB_PERSONAL_ACCESS_TOKEN: 'glpat-none',
  GITLAB_API_URL: 'http://127.0.0.1:9/api/v4',
  GITLAB_TOOLSETS: 'all',
};

const toolsByServer = new Map<string, readonly ToolDefinition[]>();
beforeAll(async () => {
  for (const [name, commandLine] of Object.entries(servers)) {
    const [command = '', ...args] = await commandLine();
    const inspection = await inspectServer({ kind: 'command', command, args, env }, { timeoutMs: 60_000 });
    if (!inspection.ok) throw new Error(`${name}: ${inspection.error.message}`);
    toolsByServer.set(name, inspection.value.tools);
  }
}, 180_000);

describe('the checks of definitions', () => {
  it.each(Object.keys(servers))('find nothing in those of %s', (name) => {
    const tools = toolsByServer.get(name) ?? [];
    expect(tools.length).toBeGreaterThan(1);
    expect(tools.flatMap(checkDefinition)).toEqual([]);
  });

  it.each(['debug', 'nextcloud', 'cloudbase'] as const)(
    'find nothing in the table of %s, including its remarks',
    (server) => {
      expect(readTable(server).flatMap((row) => checkDefinition({ ...row }))).toEqual([]);
    },
  );

  it('find nothing across all servers together', () => {
    const listed = [...toolsByServer].flatMap(([server, tools]) =>
      tools.map((tool) => ({ server, name: tool.name, description: descriptionOf(tool) })),
    );
    const labelled = labelledTools().map(({ server, tool: { name, title } }) => ({
      server,
      name,
      description: String(title),
    }));
    expect(listed.length + labelled.length).toBeGreaterThan(300);
    expect(checkShadowing([...listed, ...labelled])).toEqual([]);
  });
});

describe('the words of definitions', () => {
  it('contradict the hints only of the demo tool with wrong hints', () => {
    const contradicted = [...toolsByServer].flatMap(([server, tools]) =>
      tools.filter((tool) => resolve(tool).contradictions.length > 0).map(({ name }) => `${server} ${name}`),
    );
    expect(contradicted).toEqual(['demo purge_drafts']);
  });
});
