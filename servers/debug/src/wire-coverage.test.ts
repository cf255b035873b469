import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Cell, COVERAGE, type Column, SUITES, type Suite } from './fixtures/coverage.ts';
import { connect, STDIO } from './fixtures/wires.ts';

const COLUMNS: readonly Column[] = ['node', 'python', 'native'];
const TOOLS = Object.entries<Readonly<Record<Column, Cell>>>(COVERAGE);

describe('the coverage table', () => {
  it('lists the existing 34 tools', async () => {
    await using connected = await connect(STDIO);
    const { tools } = await connected.client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS.map(([tool]) => tool).toSorted());
    expect(TOOLS).toHaveLength(34);
  });

  it('assigns each cell to exactly one test file', () => {
    const met = Object.values<Suite>(SUITES).flatMap(({ column, tools }) => tools.map((tool) => `${tool} ${column}`));
    const cells = TOOLS.flatMap(([tool]) => COLUMNS.map((column) => `${tool} ${column}`));
    expect(met.toSorted()).toEqual(cells.toSorted());
  });

  it.each(Object.keys(SUITES))('%s exists and compares its results with the table', (file) => {
    const url = new URL(file, import.meta.url);
    expect(existsSync(url)).toBe(true);
    const text = readFileSync(url, 'utf8');
    expect(text).toContain(`{ startDebugging, problems } = coverCells('${file}')`);
    expect(text).toContain('expect(problems()).toEqual([])');
  });

  it('equals the table in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const section = readme.split('## What works where')[1]?.split('\n## ')[0] ?? '';
    expect(section).toContain(`The ${TOOLS.length} tools work on all three`);
    expect(section).toContain(`${TOOLS.length * COLUMNS.length} combinations`);
    const rows = [...section.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)].map(([, tool, cells = '']) => [
      tool,
      ...cells.split('|').map((cell) => cell.trim()),
    ]);
    const limited = TOOLS.filter(([, row]) => COLUMNS.some((column) => row[column].but !== undefined));
    expect(rows).toEqual(limited.map(([tool, row]) => [tool, ...COLUMNS.map((column) => row[column].but ?? 'yes')]));
  });
});
