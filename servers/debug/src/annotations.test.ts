import { readFileSync } from 'node:fs';
import {
  compareTable,
  conforms,
  PROFILES,
  parseTable,
  type Table,
  type ToolDefinition,
  tableRows,
} from '@toolmark/annotations';
import { testAnnotations } from '@toolmark/kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { createDebugger } from './create-debugger.ts';
import { connect, STDIO } from './fixtures/wires.ts';
import { createDebugServer } from './server.ts';

const tableFile = new URL('../TOOLS.md', import.meta.url);
const parsed = parseTable(readFileSync(tableFile, 'utf8'));
if (!parsed.ok) throw new Error('TOOLS.md is no table');
const table: Table = parsed.value;
/** The classification that people decided for the three servers, copied from the seed. */
const seed: readonly SeedTool[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/tables/debug.json', import.meta.url), 'utf8'),
);

interface SeedTool {
  readonly name: string;
  readonly title: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  readonly enhanced: boolean;
  readonly params: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly default?: unknown;
    readonly min?: number;
    readonly max?: number;
  }[];
}

/** Parameters that the contract does not have; all are optional. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  debug_launch: ['interpreter', 'justMyCode', 'runtimeArgs'],
  modules_list: ['start'],
  code_load: ['language'],
  code_find_usages: ['start'],
  code_find_assignments: ['start'],
  code_get_diagnostics: ['start'],
};

const ENHANCED = [
  'debug_launch',
  'breakpoint_set',
  'breakpoint_wait',
  'debug_continue',
  'debug_step',
  'variables_get',
  'evaluate',
  'stacktrace_get',
  'exception_get_context',
  'debug_disconnect',
];

async function listTools(): Promise<readonly ToolDefinition[]> {
  await using connected = await connect(STDIO);
  return (await connected.client.listTools()).tools;
}
const tools = await listTools();

// FR-001, FR-002, FR-003, FR-010, FR-011, SC-001, SC-002, SC-007: one test for each property of each of the 34 tools,
// read off the wire, and two for tools and rows without a counterpart.
describe.each(PROFILES.map(({ name }) => name))('with the rules of %s', (profile) => {
  testAnnotations(
    { describe, it },
    { target: { server: () => createDebugServer(createDebugger()) }, table: tableFile, profile },
  );
});

describe('the table', () => {
  it('has the 34 tools of the seed: 21 that read, 8 that add, 5 that destroy (FR-004, FR-005, FR-006)', () => {
    const rows = tableRows(table);
    const count = (readOnlyHint: boolean, destructiveHint: boolean) =>
      rows.filter((row) => row.readOnlyHint === readOnlyHint && row.destructiveHint === destructiveHint).length;
    expect([rows.length, count(true, false), count(false, false), count(false, true)]).toEqual([34, 21, 8, 5]);
  });

  it('has exactly the seed’s values for each tool (FR-007, SC-002)', () => {
    expect(
      tableRows(table)
        .map(({ name, title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint }) => [
          name,
          title,
          readOnlyHint,
          destructiveHint,
          idempotentHint,
          openWorldHint,
        ])
        .toSorted(),
    ).toEqual(
      seed
        .map(({ name, title, readOnly, destructive, idempotent, openWorld }) => [
          name,
          title,
          readOnly,
          destructive,
          idempotent,
          openWorld,
        ])
        .toSorted(),
    );
    expect(
      seed
        .filter(({ enhanced }) => enhanced)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(ENHANCED.toSorted());
  });

  it.each(seed.map((tool) => [tool.name, tool] as const))(
    '%s takes the parameters of the contract, with its defaults and bounds',
    (name, { params }) => {
      const schema = tools.find((tool) => tool.name === name)?.inputSchema as {
        properties?: Record<string, { default?: unknown; minimum?: number; maximum?: number; description: string }>;
        required?: string[];
      };
      const names = [...params.map((param) => param.name), ...(ADDED[name] ?? [])];
      expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(names.toSorted());
      expect((schema.required ?? []).toSorted()).toEqual(
        params
          .filter(({ required }) => required)
          .map((param) => param.name)
          .toSorted(),
      );
      for (const param of params) {
        const property = schema.properties?.[param.name];
        if (param.default !== undefined) expect(property?.default, param.name).toEqual(param.default);
        // If the contract clamps a value instead of rejecting it, the description says so.
        if (property?.description.match(/counts as|at most/)) continue;
        if (param.min !== undefined) expect(property?.minimum, param.name).toBe(param.min);
        if (param.max !== undefined) expect(property?.maximum, param.name).toBe(param.max);
      }
    },
  );

  it('reports a 35th tool without a row, and a row without a tool (FR-011, SC-008)', () => {
    const extra = { ...tools[0], name: 'debug_more' } as ToolDefinition;
    expect(compareTable([...tools, extra], table).map(({ message }) => message)).toEqual([
      "Tool 'debug_more': registered but missing from the table",
    ]);
    expect(compareTable(tools.slice(1), table).map(({ message }) => message)).toEqual([
      "Tool 'debug_launch': in the table but not registered",
    ]);
  });

  it('names the tool and the property that differs (FR-012)', () => {
    const wrong = tools.map((tool) =>
      tool.name === 'breakpoint_list'
        ? { ...tool, annotations: { ...(tool['annotations'] as object), readOnlyHint: false } }
        : tool,
    );
    expect(compareTable(wrong, table).map(({ message }) => message)).toEqual([
      "Tool 'breakpoint_list': expected readOnlyHint=true, got readOnlyHint=false",
    ]);
  });
});

describe('the annotations alone', () => {
  it('distinguish reading from destructive tools, and have the title in both places (SC-006)', () => {
    for (const { name, title, annotations } of tools as readonly (ToolDefinition & {
      readonly annotations?: Record<string, unknown>;
    })[]) {
      expect(Object.keys(annotations ?? {}).toSorted(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
      expect(annotations?.['title'], name).toBe(title);
      expect(annotations?.['openWorldHint'], name).toBe(false);
    }
  });

  it('have unique titles of two to four words in title case (FR-001)', () => {
    const titles = tools.map(({ title }) => String(title));
    expect(new Set(titles).size).toBe(34);
    const word = '(?:[A-Z][a-z]+(?:/[A-Z][a-z]+)?|for|to)';
    for (const title of titles) expect(title).toMatch(new RegExp(`^[A-Z]\\S*(?: ${word}){1,3}$`));
  });
});

describe.each(ENHANCED)('the description of %s (FR-008, FR-009, SC-003)', (name) => {
  const tool = tools.find((one) => one.name === name);

  it('names the result and the preconditions', () => {
    const description = String(tool?.description);
    expect(/^Returns: .{20,}$/m.test(description)).toBe(true);
    expect(/^Preconditions: .{4,}$/m.test(description)).toBe(true);
    // At least two sentences, and more than the name rephrased.
    expect(description.split('\n', 1)[0]?.length).toBeGreaterThan(100);
  });

  it('has an example that parses and fits the output schema', () => {
    const text = /^Example response: (.*)$/m.exec(String(tool?.description))?.[1] ?? '';
    const example: unknown = JSON.parse(text);
    expect(example).toMatchObject({ success: true });
    expect(conforms(example, tool?.['outputSchema'])).toEqual({ kind: 'fits' });
    // Every field in the example is also described in words.
    const returns = /^Returns: .*$/m.exec(String(tool?.description))?.[0];
    for (const key of Object.keys(example as object).filter((one) => one !== 'success')) expect(returns).toContain(key);
  });

  it('has a schema that accepts successes and failures, and nothing else', () => {
    const schema = tool?.['outputSchema'];
    const failure = { success: false, error: { code: 'NO_SESSION', message: 'No.', details: null } };
    expect(conforms(failure, schema)).toEqual({ kind: 'fits' });
    expect(conforms({ success: false }, schema).kind).toBe('misfits');
    expect(conforms({ success: true }, schema).kind).toBe('misfits');
  });
});

it('prints no warning when annotations and descriptions are created (SC-004)', () => {
  const written = vi.spyOn(process.stderr, 'write');
  createDebugServer(createDebugger());
  expect(written.mock.calls).toEqual([]);
  written.mockRestore();
});

it('gives the same answers to a client that ignores annotations (SC-005)', async () => {
  await using connected = await connect(STDIO);
  expect(await connected.call('debug_state')).toEqual({ success: true, state: 'disconnected', session: null });
});

it('evaluate warns that expressions can have side effects', () => {
  expect(tools.find(({ name }) => name === 'evaluate')?.description).toContain('side effects');
});

it('omits the code tools, and only these, if they are switched off', async () => {
  const server = createDebugServer(createDebugger(), { withCode: false });
  const names = Object.keys(Reflect.get(server, '_registeredTools'));
  expect(names).toHaveLength(29);
  expect(names.filter((name) => name.startsWith('code_'))).toEqual([]);
});
