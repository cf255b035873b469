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
  it('reads hints from headings and columns, and keeps unknown columns', () => {
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

  it('reads the same after printing in either format', () => {
    const table = parsed(GROUPED);
    expect(parsed(printMarkdownTable(table))).toEqual(table);
    expect(parsed(printJsonTable(table))).toEqual(table);
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
    [
      'a cell before the name',
      '| ReadOnly | Tool |\n|---|---|\n| maybe | a |',
      [{ path: 'line 3', message: /readOnlyHint of 'a' is 'maybe'/ }],
    ],
    ['names of something else', '| Name | Value |\n|---|---|\n| PORT | 80 |', [{ path: '', message: /no table/ }]],
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
    [
      'a JSON title without text',
      '[{"name":"a","title":""}]',
      [{ path: '[0].title', message: /null where there must be none/ }],
    ],
    ['JSON that is no table', '{"version": 1}', [{ path: 'tools', message: /expected array/ }]],
  ])('reports every problem of %s', (_case, text, wanted) => {
    expect(parseTable(text)).toEqual({
      ok: false,
      error: wanted.map(({ path, message }) => ({ path, message: expect.stringMatching(message) })),
    });
  });
});

describe('detection of tool tables', () => {
  const row = '|---|---|\n| a | b |';
  it.each([
    ['Tool alone', '| Tool |\n|---|\n| a |', ['a']],
    ['Tool Name, emphasised', `| **Tool Name** | Since |\n${row}`, ['a']],
    ['a name beside a title', `| Name | Title |\n${row}`, ['a']],
    ['a name beside a hint', '| ReadOnly | Name |\n|---|---|\n| yes | a |', ['a']],
    ['Tool beside a name', `| Name | Tool |\n${row}`, ['b']],
    ['names of variables', `| Name | Value |\n${row}`, []],
    ['a fence', `\`\`\`md\n| Tool | Title |\n${row}\n\`\`\``, []],
    ['a fence of tildes', `~~~\n| Tool | Title |\n${row}\n\`\`\`\n~~~~`, []],
    ['a longer fence with a shorter one inside', `\`\`\`\`\n\`\`\`\n| Tool | Title |\n${row}\n\`\`\`\`\``, []],
    ['a fence in a list', `- \`\`\`\n  | Tool | Title |\n${row}\n  \`\`\``, []],
    ['code in backticks, which is no fence', `\`\`\`a\`\`\` says:\n\n| Tool | Title |\n${row}`, ['a']],
  ])('%s', (_case, text, names) => {
    const known = (name: string) => `| Tool |\n|---|\n| ${name} |`;
    const document = [known('first'), text, known('last')].join('\n\n');
    expect(tableRows(parsed(document)).map(({ name }) => name)).toEqual(['first', ...names, 'last']);
  });

  it('skips everything after an unclosed fence', () => {
    const document = `| Tool |\n|---|\n| first |\n\n\`\`\`\n\n| Tool | Title |\n${row}`;
    expect(tableRows(parsed(document)).map(({ name }) => name)).toEqual(['first']);
  });
});

describe('a title in Markdown', () => {
  it.each([
    ['absent', null],
    ['-', null],
    ['—', null],
    ['', undefined],
    ['Absent', 'Absent'],
    ['Default', 'Default'],
    ['Unset', 'Unset'],
    ['`absent`', 'absent'],
    ['`-`', '-'],
    ['`a \\| b\\n`', 'a | b\\n'],
    ['`a` and `b`', '`a` and `b`'],
    ['one<br />two', 'one\ntwo'],
    ['\\<br>', '<br>'],
    ['list\\_notes \\| C:\\temp\\\\', 'list_notes | C:\\temp\\'],
  ])('%j is %j', (cell, title) => {
    const [row] = tableRows(parsed(`| Tool | Title |\n|---|---|\n| a | ${cell} |`));
    expect(row).toEqual({ name: 'a', ...(title === undefined ? {} : { title }) });
  });
});

describe('a JSON table', () => {
  it('reads hints flat, nested or under short names', () => {
    const rows = [
      { name: 'flat', title: 'Flat', readOnlyHint: true, scope: 'x' },
      { name: 'nested', annotations: { readOnlyHint: false, destructiveHint: null } },
      { name: 'short', readOnly: true, destructive: false, idempotent: true, openWorld: false },
      { name: 'mcp', annotations: { title: 'Inner' } },
      { name: 'both', title: 'Outer', annotations: { title: 'Inner' }, extra: { name: 'n' } },
    ];
    expect(tableRows(parsed(JSON.stringify(rows)))).toEqual([
      { name: 'flat', title: 'Flat', readOnlyHint: true, extra: { scope: 'x' } },
      { name: 'nested', readOnlyHint: false, destructiveHint: null },
      { name: 'short', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      { name: 'mcp', title: 'Inner' },
      { name: 'both', title: 'Outer', extra: { title: 'Inner', name: 'n' } },
    ]);
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
    [
      'every tool of a name, and each difference once',
      [
        { ...tool, annotations: { ...annotations, readOnlyHint: false } },
        tool,
        { ...tool, title: 'Other', annotations: { ...annotations, readOnlyHint: false } },
      ],
      [
        "Tool 'breakpoint_list': expected readOnlyHint=true, got readOnlyHint=false",
        `Tool 'breakpoint_list': expected title="List Breakpoints", got title="Other"`,
      ],
    ],
    [
      'a name without a row once',
      [tool, { name: 'x' }, { name: 'x' }],
      ["Tool 'x': registered but missing from the table"],
    ],
    ['a row without a tool', [], ["Tool 'breakpoint_list': in the table but not registered"]],
  ])('reports %s', (_case, tools, messages) => {
    expect(compareTable(tools, table).map(({ message }) => message)).toEqual(messages);
  });

  it('accepts the output of tableFromTools for the same tools, with any names and duplicates', () => {
    const titles = ['Default', 'Unset', 'absent', '-', '—', 'a <br> b', ' x ', 'C:\\', '`List`', 'a|b', 'two\r\nlines'];
    const tools: ToolDefinition[] = [
      tool,
      { name: 'bare' },
      { name: 'partly', annotations: { readOnlyHint: false } },
      ...titles.map((title, index) => ({ name: `a\`b|${index}`, title })),
      { name: 'twice', title: 'First', annotations },
      { name: 'twice', title: 'Second', annotations },
    ];
    const table = tableFromTools(tools);
    expect(compareTable(tools, parsed(printMarkdownTable(table)))).toEqual([]);
    expect(compareTable(tools, parsed(printJsonTable(table)))).toEqual([]);
    expect(tableRows(table).at(-1)).toEqual({
      name: 'twice',
      ...annotations,
      extra: { Notes: 'registered 2 times; not the same each time: title' },
    });
  });

  it('reports a declared hint if the row says absent', () => {
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
