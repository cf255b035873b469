import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTable, printMarkdownTable, type Table, type TableRow, tableRows } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { serverOf } from '../support/table-server.ts';

/** The three classified servers: 34, 105 and 36 tools, each table in its own original format. */
const servers = ['debug', 'nextcloud', 'cloudbase'] as const;

async function loadTable(server: string): Promise<Table> {
  const rows = JSON.parse(
    await readFile(new URL(`../../fixtures/tables/${server}.json`, import.meta.url), 'utf8'),
  ) as Row[];
  const table = parseTable(JSON.stringify(rows.map(({ title_en, ...row }) => ({ title: title_en, ...row }))));
  if (!table.ok) throw new Error(JSON.stringify(table.error));
  return table.value;
}
type Row = { readonly title_en?: string };

/** A tool that declares exactly its row's values. */
function toTool({ name, title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: TableRow) {
  const hints = { readOnlyHint, destructiveHint, idempotentHint, openWorldHint };
  const annotations = Object.fromEntries(Object.entries(hints).filter(([, value]) => typeof value === 'boolean'));
  return { name, title, inputSchema: { type: 'object' }, annotations };
}

async function compare(tools: readonly unknown[], table: Table): Promise<readonly string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'toolmark-table-')), 'tools.md');
  await writeFile(file, printMarkdownTable(table));
  const { stdout } = await runCli(['audit', '--table', file, '--format', 'json', '--', ...serverOf(tools)]);
  const { reports } = JSON.parse(stdout) as { reports: { findings: { code: string; message: string }[] }[] };
  return (reports[0]?.findings ?? []).filter(({ code }) => code.startsWith('TM7')).map(({ message }) => message);
}

describe.each(servers)('the table of %s', (server) => {
  it('matches a server built from it, and shows a flipped hint as exactly one line', async () => {
    const table = await loadTable(server);
    const rows = tableRows(table);
    const tools = rows.map(toTool);
    expect(await compare(tools, table)).toEqual([]);

    const index = rows.findIndex(({ readOnlyHint }) => readOnlyHint === true);
    const flipped = tools.map((tool, at) =>
      at === index ? { ...tool, annotations: { ...tool.annotations, readOnlyHint: false } } : tool,
    );
    expect(await compare(flipped, table)).toEqual([
      `Tool '${rows[index]?.name}': expected readOnlyHint=true, got readOnlyHint=false`,
    ]);
  });

  it('shows a new tool and a stale row', async () => {
    const table = await loadTable(server);
    const [first, ...rest] = tableRows(table).map(toTool);
    expect(await compare([...rest, { name: 'new_tool', inputSchema: { type: 'object' } }], table)).toEqual([
      "Tool 'new_tool': registered but missing from the table",
      `Tool '${first?.name}': in the table but not registered`,
    ]);
  });
});

describe('the text output', () => {
  it('prints the mismatch word for word', async () => {
    const table = await loadTable('debug');
    const file = join(await mkdtemp(join(tmpdir(), 'toolmark-table-')), 'tools.md');
    await writeFile(file, printMarkdownTable(table));
    const tools = tableRows(table).map((row) =>
      toTool(row.name === 'breakpoint_list' ? { ...row, readOnlyHint: false } : row),
    );
    const { code, stdout } = await runCli(['audit', '--table', file, '--', ...serverOf(tools)]);
    expect(code).toBe(1);
    const lines = stdout.split('\n').filter((line) => line.includes('expected'));
    expect(lines.map((line) => line.trim())).toEqual([
      "Tool 'breakpoint_list': expected readOnlyHint=true, got readOnlyHint=false",
    ]);
  });
});
