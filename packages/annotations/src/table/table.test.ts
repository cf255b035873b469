import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../definition.ts';
import { compareTable } from './compare.ts';
import { tableFromTools } from './from-tools.ts';
import { printJsonTable } from './json.ts';
import { printMarkdownTable } from './markdown.ts';
import { parseTable } from './parse.ts';
import { type Table, tableRows } from './table.ts';

const GROUPED = `
# Tools of the thermometer

Some prose that is no table.

| Key | Meaning |
|---|---|
| t | temperature |

## Reading (2 tools): \`ReadOnly = true, Destructive = false\`

| Tool Name | Title | Idempotent | Notes |
|---|---|---|---|
| \`temperature_get\` | Get Temperature | true | in °C \\| °F |
| \`history_wait\` | Wait for Change | false | |

### Changing: ReadOnly = false, Destructive = true, OpenWorld = false

| Tool | Title | Idempotent |
|:--|:-:|--:|
| target_set | Set Target | yes |
| log_clear | - | – |
`;

function parsed(text: string): Table {
  const result = parseTable(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('a Markdown table', () => {
  it('takes hints from headings and columns, and keeps the columns it does not know', () => {
    expect(tableRows(parsed(GROUPED))).toEqual([
      {
        name: 'temperature_get',
        title: 'Get Temperature',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        extra: { Notes: 'in °C | °F' },
      },
      {
        name: 'history_wait',
        title: 'Wait for Change',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: false,
        extra: { Notes: '' },
      },
      {
        name: 'target_set',
        title: 'Set Target',
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
      {
        name: 'log_clear',
        title: null,
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: null,
        openWorldHint: false,
      },
    ]);
  });

  it.each([
    ['no table', 'Just prose.', [{ path: '', message: /no table with a 'Tool' column/ }]],
    [
      'a cell that is no value',
      '| Tool | ReadOnly |\n|---|---|\n| a | maybe |\n| | true |',
      [
        { path: 'line 3', message: /readOnlyHint of 'a' is 'maybe'; write true, false or absent/ },
        { path: 'line 4', message: /names no tool/ },
      ],
    ],
    ['a tool twice', '| Tool |\n|---|\n| a |\n| a |', [{ path: 'a', message: /more than once/ }]],
    ['broken JSON', '{"tools": [', [{ path: '', message: /not valid JSON/ }]],
    [
      'JSON rows that are wrong',
      '{"tools":[{"name":"a","readOnly":"yes"},{"name":"b","annotations":{"openWorldHint":1}}]}',
      [
        { path: 'tools[0].readOnly', message: /must be true, false or null/ },
        { path: 'tools[1].openWorldHint', message: /must be true, false or null/ },
      ],
    ],
    ['JSON rows without a name', '[{"title":"x"}]', [{ path: '[0].name', message: /expected string/ }]],
    ['JSON that is no table', '{"version": 1}', [{ path: 'tools', message: /expected array/ }]],
  ])('reports every problem of %s', (_case, text, wanted) => {
    expect(parseTable(text)).toEqual({
      ok: false,
      error: wanted.map(({ path, message }) => ({ path, message: expect.stringMatching(message) })),
    });
  });
});

describe('a JSON table', () => {
  it('reads hints flat, nested or under short names, as MCP servers and people write them', () => {
    const rows = [
      { name: 'flat', title: 'Flat', readOnlyHint: true, scope: 'x' },
      { name: 'nested', annotations: { readOnlyHint: false, destructiveHint: null } },
      { name: 'short', readOnly: true, destructive: false, idempotent: true, openWorld: false },
    ];
    expect(tableRows(parsed(JSON.stringify(rows)))).toEqual([
      { name: 'flat', title: 'Flat', readOnlyHint: true, extra: { scope: 'x' } },
      { name: 'nested', readOnlyHint: false, destructiveHint: null },
      { name: 'short', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ]);
  });
});

describe('round trips', () => {
  it('Markdown to Markdown and to JSON and back is the same table', () => {
    const table = parsed(GROUPED);
    expect(parsed(printMarkdownTable(table))).toEqual(table);
    expect(parsed(printJsonTable(table))).toEqual(table);
  });

  const expected = fc.option(fc.constantFrom(true, false, null), { nil: undefined });
  const cell = fc.stringMatching(/^[A-Za-z0-9|\\ `'"äß·-]{0,12}$/).map((text) => text.trim());
  const row = fc
    .record({
      name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,20}$/),
      title: fc.option(fc.stringMatching(/^[A-Z][A-Za-z |]{0,20}[a-z]$/), { nil: undefined }),
      readOnlyHint: expected,
      destructiveHint: expected,
      idempotentHint: expected,
      openWorldHint: expected,
      note: cell,
    })
    .map(({ note, ...rest }) => {
      const stated = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      return { name: rest.name, ...stated, extra: { Note: note.replaceAll('\\', '/') } };
    });
  const table = fc
    .uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ name }) => name })
    .map((rows): Table => ({ groups: [{ rows }] }));

  it('holds for any table, in both forms', () => {
    fc.assert(
      fc.property(table, (given) => {
        expect(parsed(printJsonTable(given))).toEqual(given);
        expect(parsed(printMarkdownTable(given))).toEqual(given);
      }),
    );
  });
});

describe('compareTable', () => {
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const tool: ToolDefinition = { name: 'breakpoint_list', title: 'List Breakpoints', annotations };
  const table = parsed(JSON.stringify([{ name: 'breakpoint_list', title: 'List Breakpoints', ...annotations }]));

  it.each<[string, readonly ToolDefinition[], readonly string[]]>([
    ['nothing where all is equal', [tool], []],
    [
      'a flipped hint',
      [{ ...tool, annotations: { ...annotations, readOnlyHint: false } }],
      ["Tool 'breakpoint_list': expected readOnlyHint=true, got readOnlyHint=false"],
    ],
    [
      'a hint that is missing and one that is no boolean',
      [{ ...tool, annotations: { readOnlyHint: 'true', idempotentHint: true, openWorldHint: false } }],
      [
        `Tool 'breakpoint_list': expected readOnlyHint=true, got readOnlyHint="true"`,
        "Tool 'breakpoint_list': expected destructiveHint=false, got destructiveHint=absent",
      ],
    ],
    [
      'another title',
      [{ ...tool, title: 'Show Breakpoints' }],
      [`Tool 'breakpoint_list': expected title="List Breakpoints", got title="Show Breakpoints"`],
    ],
    ['a tool without a row', [tool, { name: 'new_tool' }], ["Tool 'new_tool': registered but missing from the table"]],
    ['a row without a tool', [], ["Tool 'breakpoint_list': in the table but not registered"]],
  ])('reports %s', (_case, tools, messages) => {
    expect(compareTable(tools, table).map(({ message }) => message)).toEqual(messages);
  });

  it('accepts what tableFromTools wrote of the same tools, absent and malformed hints included', () => {
    const tools: ToolDefinition[] = [tool, { name: 'bare' }, { name: 'partly', annotations: { readOnlyHint: false } }];
    expect(compareTable(tools, parsed(printMarkdownTable(tableFromTools(tools))))).toEqual([]);
  });

  it('holds a row that says absent against a tool that declares', () => {
    expect(compareTable([tool], parsed('| Tool | OpenWorld |\n|---|---|\n| breakpoint_list | absent |'))).toEqual([
      {
        kind: 'mismatch',
        tool: 'breakpoint_list',
        property: 'openWorldHint',
        message: "Tool 'breakpoint_list': expected openWorldHint=absent, got openWorldHint=false",
      },
    ]);
  });
});
