import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@toolmark/annotations';
import { importReportSchema, MASK } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { NamedEntry } from '../edit/current-config.ts';
import { aMachine } from './fixtures/machine.ts';
import { createImporter } from './importer.ts';
import { isSelf } from './is-self.ts';
import type { Machine } from './sources.ts';
import { summarize } from './summary.ts';

const MCP_URL = 'http://127.0.0.1:7420/mcp';

let machine: Machine;
afterEach(() => rmSync(machine.home, { recursive: true, force: true }));

function importing(configured: readonly NamedEntry[] = []) {
  const taken: NamedEntry[] = [];
  const importer = createImporter({
    machine,
    mcpUrl: MCP_URL,
    editor: {
      servers: () => Promise.resolve(ok(configured)),
      addAll: (entries) => {
        taken.push(...entries);
        return Promise.resolve(ok({ added: entries.map(({ name }) => name), refused: [] }));
      },
    },
  });
  return { importer, taken };
}

async function reportOf(configured: readonly NamedEntry[] = []) {
  const report = await importing(configured).importer.report();
  if (!report.ok) throw new Error(report.error.message);
  return report.value;
}

describe('the import report', () => {
  it('matches the contract, and has no secrets', async () => {
    machine = aMachine();
    const report = await reportOf();
    expect(importReportSchema.parse(report)).toEqual(report);
    expect(JSON.stringify(report)).not.toContain('fixture-secret');
    expect(report.sources.flatMap(({ servers }) => servers).find(({ name }) => name === 'files')).toEqual({
      name: 'files',
      summary: `node ${machine.home}/files.js --token ${MASK}`,
      transport: 'stdio',
      secrets: ['KEY'],
      conflict: 'none',
      same_as: null,
      duplicate_of: null,
      suggested_name: 'files',
      problem: null,
      notes: [],
      warnings: [],
    });
  });

  it.each<[string, NamedEntry[], string, string]>([
    ['free', [], 'none', 'sse'],
    ['taken', [{ name: 'sse', entry: { command: 'x' } }], 'taken', 'sse-gemini'],
    [
      'taken twice',
      [
        { name: 'sse', entry: { command: 'x' } },
        { name: 'sse-gemini', entry: { command: 'x' } },
      ],
      'taken',
      'sse-2',
    ],
    ['there', [{ name: 'mine', entry: { url: 'http://localhost:3000/sse' } }], 'same', 'sse'],
  ])('suggests a name if the original is %s', async (_what, configured, conflict, suggested) => {
    machine = aMachine(['gemini.json']);
    const { sources } = await reportOf(configured);
    const server = sources.flatMap(({ servers }) => servers).find(({ name }) => name === 'sse');
    expect([server?.conflict, server?.suggested_name]).toEqual([conflict, suggested]);
  });
});

describe('a duplicate server', () => {
  it('names the other one', async () => {
    machine = aMachine(['cursor.json']);
    const copy = { mcpServers: { designs: { url: 'http://127.0.0.1:3845/sse' }, files: { command: 'other' } } };
    mkdirSync(join(machine.home, '.codeium', 'windsurf'), { recursive: true });
    writeFileSync(join(machine.home, '.codeium', 'windsurf', 'mcp_config.json'), JSON.stringify(copy));
    const { sources } = await reportOf([{ name: 'mine', entry: { url: 'http://127.0.0.1:3845/sse' } }]);
    const told = sources.flatMap(({ servers }) =>
      servers.flatMap(({ name, same_as, duplicate_of }) => (name === 'here' ? [] : [[name, same_as, duplicate_of]])),
    );
    expect(told).toEqual([
      ['figma', 'mine', null],
      ['files', null, null],
      ['dotenv', null, null],
      ['designs', 'mine', 'figma of Cursor'],
      ['files', null, null],
    ]);
  });
});

describe('importing', () => {
  it('takes the selected servers under the requested names, and returns the reasons for the others', async () => {
    machine = aMachine(['cursor.json', 'claude.json']);
    const file = join(machine.home, '.cursor/mcp.json');
    const claude = join(machine.home, '.claude.json');
    const { importer, taken } = importing();
    expect(
      await importer.take({
        take: [
          { file, name: 'figma', as: 'design' },
          { file, name: 'dotenv' },
          { file: '/etc/passwd', name: 'root' },
          { file: claude, project: '/home/ann/shop', name: 'notes' },
        ],
      }),
    ).toEqual({
      ok: true,
      value: {
        added: ['design', 'notes'],
        refused: [
          { name: 'dotenv', reason: expect.stringContaining('envFile') },
          { name: 'root', reason: "There is no server 'root' in /etc/passwd, or it is not a client's config." },
        ],
      },
    });
    expect(taken).toEqual([
      { name: 'design', entry: { url: 'http://127.0.0.1:3845/sse' } },
      { name: 'notes', entry: { command: './notes', args: ['--db', 'shop.db'], cwd: '/home/ann/shop' } },
    ]);
  });
});

describe('importing Toolmark itself', () => {
  it('is refused', async () => {
    machine = aMachine([]);
    const file = join(machine.home, '.cursor/mcp.json');
    mkdirSync(join(machine.home, '.cursor'));
    writeFileSync(file, JSON.stringify({ mcpServers: { toolmark: { url: MCP_URL } } }));
    expect((await reportOf()).sources.flatMap(({ servers }) => servers.map(({ conflict }) => conflict))).toEqual([
      'self',
    ]);
    const { importer, taken } = importing();
    expect(await importer.take({ take: [{ file, name: 'toolmark', as: 'x' }] })).toEqual({
      ok: true,
      value: { added: [], refused: [{ name: 'toolmark', reason: 'It is Toolmark itself.' }] },
    });
    expect(taken).toEqual([]);
  });
});

describe('isSelf', () => {
  it.each<[object, boolean]>([
    [{ url: 'http://localhost:7420/mcp' }, true],
    [{ url: 'http://[::1]:7420/' }, true],
    [{ url: 'http://127.0.0.1:7421/mcp' }, false],
    [{ url: 'https://127.0.0.1:7420/mcp' }, false],
    [{ url: 'http://example.com:7420/mcp' }, false],
    [{ command: 'npx', args: ['mcp-remote', 'http://127.0.0.1:7420/mcp'] }, true],
    [{ command: 'toolmark', args: ['stdio'] }, true],
    [{ command: '/usr/bin/toolmark', args: ['stdio', '--data', '/x'] }, true],
    [{ command: 'C:\\x\\toolmark.cmd', args: ['stdio'] }, true],
    [{ command: 'npx', args: ['-y', '@toolmark/cli', 'stdio'] }, true],
    [{ command: 'toolmark', args: ['demo-server'] }, false],
    [{ command: 'node', args: ['/src/cli/bin/toolmark.js', 'stdio'] }, true],
    [{ command: 'node', args: ['main.ts', 'stdio'], env: { TOOLMARK_HOME: '/x' } }, true],
    [{ command: 'notes', args: ['stdio'] }, false],
    [{}, false],
  ])('%j: %s', (entry, wanted) => expect(isSelf({ ...entry }, MCP_URL)).toBe(wanted));
});

describe('summarize', () => {
  it.each<[object, string]>([
    [{ command: 'npx', args: ['-y', 'two words', '--key=abc'] }, `npx -y "two words" --key=${MASK}`],
    [{ url: 'https://u:p@x.org/mcp?token=abc' }, `https://${MASK}@x.org/mcp?token=${MASK}`],
    [{}, ''],
  ])('%j: %s', (entry, wanted) => expect(summarize({ ...entry })).toBe(wanted));
});
