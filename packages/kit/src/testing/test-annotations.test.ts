import { fileURLToPath } from 'node:url';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { LINT_RULES, parseTable, type Table } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { createServerV1, createServerV2, type Spoiled, withNotes } from '../fixtures/notes.ts';
import { categories } from '../index.ts';
import { type AnnotationTestOptions, type TestRunner, testAnnotations } from './index.ts';

const TABLE_URL = new URL('../fixtures/notes.md', import.meta.url);
const INFO = { name: 'notes', version: '1.0.0' };
const spoiledV2 = (spoiled: Spoiled) => ({ server: () => withNotes(new McpServerV2(INFO), spoiled) });

/** A runner that only records its arguments. */
function createRecorder() {
  const path: string[] = [];
  const tests: { readonly name: string; readonly body: () => Promise<void>; readonly timeoutMs: number }[] = [];
  const runner: TestRunner = {
    describe: (name, body) => {
      path.push(name);
      body();
      path.pop();
    },
    it: (name, body, timeoutMs) => tests.push({ name: [...path, name].join(' > '), body, timeoutMs }),
  };
  return { runner, tests };
}

/** Runs the tests and returns the failures, without the path. */
async function failures(options: AnnotationTestOptions): Promise<Record<string, string>> {
  const { runner, tests } = createRecorder();
  testAnnotations(runner, options);
  const failed: Record<string, string> = {};
  for (const { name, body } of tests) {
    await body().catch((error: Error) => {
      failed[name.split(' > ').at(-1) ?? ''] = error.message;
    });
  }
  return failed;
}

function tableOf(text: string): Table {
  const parsed = parseTable(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

const HEADER = '| Tool | Title | ReadOnly | Destructive | Idempotent | OpenWorld |\n|---|---|---|---|---|---|';
const LIST = '| list_notes | List Notes | true | false | true | false |';
const DELETE = '| delete_note | Delete Note | false | true | true | false |';
const tableWith = (...rows: string[]) => tableOf([HEADER, ...rows].join('\n'));

describe('testAnnotations', () => {
  it('declares one test for each tool and property, two for unmatched tools and rows, and one for each rule', () => {
    const { runner, tests } = createRecorder();
    testAnnotations(runner, { target: { server: createServerV2 }, table: TABLE_URL, timeoutMs: 1_000 });
    const rules = LINT_RULES.filter(({ severity }) => severity.spec === 'error' || severity.spec === 'warning');
    expect(tests.map(({ name }) => name)).toEqual([
      ...[
        'list_notes: title is List Notes',
        'list_notes: readOnlyHint is true',
        'list_notes: destructiveHint is false',
        'list_notes: idempotentHint is true',
        'list_notes: openWorldHint is false',
        'delete_note: title is Delete Note',
        'delete_note: readOnlyHint is false',
        'delete_note: destructiveHint is true',
        'delete_note: idempotentHint is true',
        'delete_note: openWorldHint is false',
        'every registered tool is in the table',
        'every tool in the table is registered',
      ].map((name) => `tool annotations > against the table > ${name}`),
      ...['the server speaks MCP cleanly', ...rules.map(({ code, summary }) => `${code} ${summary}`)].map(
        (name) => `tool annotations > against the rules of spec > ${name}`,
      ),
    ]);
    expect(new Set(tests.map(({ timeoutMs }) => timeoutMs))).toEqual(new Set([6_000]));
  });

  it('declares no test for unspecified hints, and one for hints that must be absent', () => {
    const { runner, tests } = createRecorder();
    const table = tableOf('| Tool | ReadOnly | Idempotent |\n|---|---|---|\n| list_notes | true | - |');
    testAnnotations(runner, { target: { server: createServerV2 }, table });
    expect(tests.slice(0, 3).map(({ name }) => name.split(' > ').at(-1))).toEqual([
      'list_notes: readOnlyHint is true',
      'list_notes: idempotentHint is absent',
      'every registered tool is in the table',
    ]);
  });

  const stdio = fileURLToPath(new URL('../fixtures/notes-stdio.ts', import.meta.url));
  it.each<[string, AnnotationTestOptions['target']]>([
    ['a server of SDK 1.x in this process', { server: createServerV1 }],
    ['a server of SDK 2.x in this process', { server: createServerV2 }],
    ['a server that takes time to make', { server: async () => createServerV2() }],
    ['a command', { kind: 'command', command: process.execPath, args: ['--conditions=@toolmark/source', stdio] }],
  ])('passes for %s that matches the table', async (_, target) => {
    for (const profile of ['spec', 'anthropic', 'openai'] as const) {
      expect(await failures({ target, table: TABLE_URL, profile, failOn: 'note' })).toEqual({});
    }
  });

  it.each<[string, AnnotationTestOptions['table']]>([
    ['a URL', TABLE_URL],
    ['a path from the current directory', 'packages/kit/src/fixtures/notes.md'],
    ['an absolute path', fileURLToPath(TABLE_URL)],
    ['a table', tableWith(LIST, DELETE)],
  ])('takes its table from %s', async (_, table) => {
    expect(await failures({ target: { server: createServerV2 }, table })).toEqual({});
    expect(await failures({ target: spoiledV2({ listTitle: 'List All' }), table })).toEqual({
      'list_notes: title is List Notes': 'Tool \'list_notes\': expected title="List Notes", got title="List All"',
    });
  });

  it.each<[string, AnnotationTestOptions, Record<string, string>]>([
    [
      'a wrong hint, in one test',
      {
        target: spoiledV2({ listHints: categories.read({ openWorld: false, idempotent: false }) }),
        table: TABLE_URL,
      },
      {
        'list_notes: idempotentHint is true':
          "Tool 'list_notes': expected idempotentHint=true, got idempotentHint=false",
      },
    ],
    [
      'several wrong hints, each in its own',
      {
        target: { server: createServerV2 },
        table: tableWith(LIST, '| delete_note | Delete Note | true | false | true | - |'),
      },
      {
        'delete_note: readOnlyHint is true': "Tool 'delete_note': expected readOnlyHint=true, got readOnlyHint=false",
        'delete_note: destructiveHint is false':
          "Tool 'delete_note': expected destructiveHint=false, got destructiveHint=true",
        'delete_note: openWorldHint is absent':
          "Tool 'delete_note': expected openWorldHint=absent, got openWorldHint=false",
      },
    ],
    [
      'a tool without a row',
      { target: { server: createServerV2 }, table: tableWith(LIST) },
      { 'every registered tool is in the table': "Tool 'delete_note': registered but missing from the table" },
    ],
    [
      'a row without a tool',
      {
        target: spoiledV2({ withoutDelete: true }),
        table: tableOf(`| Tool | ReadOnly |\n|---|---|\n| list_notes | true |\n| delete_note | false |`),
      },
      {
        'delete_note: readOnlyHint is false': "Tool 'delete_note': in the table but not registered",
        'every tool in the table is registered': "Tool 'delete_note': in the table but not registered",
      },
    ],
  ])('names the exact difference: %s', async (_, options, expected) => {
    expect(await failures(options)).toEqual(expected);
  });

  describe('testAnnotations with lint', () => {
    const createServer = () => {
      const server = withNotes(new McpServerV1(INFO), { listTitle: 'list notes' });
      for (const name of ['purge', 'wipe']) server.tool(name, 'Removes everything.', () => ({ content: [] }));
      return server;
    };
    const table = tableOf('| Tool |\n|---|\n| list_notes |\n| delete_note |\n| purge |\n| wipe |');
    const byCode = async (options: Partial<AnnotationTestOptions>) => {
      const failed = await failures({ target: { server: createServer }, table, ...options });
      return new Map(Object.entries(failed).map(([name, message]) => [name.split(' ', 1)[0] ?? '', message]));
    };

    it('lists the findings of a rule only in its own test', async () => {
      const failed = await byCode({ failOn: 'note' });
      expect(failed.get('TM203')).toBe(
        "TM203 Tool 'list_notes': the title 'list notes' is not in title case (list, notes)",
      );
      expect(failed.get('TM201')).toBe("TM201 Tool 'purge': has no title\nTM201 Tool 'wipe': has no title");
    });

    it('fails on notes only if configured, and never on ignored findings', async () => {
      const [errors, warnings, notes] = [
        await byCode({ failOn: 'error' }),
        await byCode({}),
        await byCode({ failOn: 'note' }),
      ];
      const has = (failed: ReadonlyMap<string, string>) => ['TM201', 'TM203'].filter((code) => failed.has(code));
      expect([has(errors), has(warnings), has(notes)]).toEqual([[], ['TM201'], ['TM201', 'TM203']]);
      const ignore = [...notes.keys()].map((code) => ({ code, tool: '*', reason: 'It is old.' }));
      expect([...(await byCode({ failOn: 'note', ignore })).keys()]).toEqual([]);
    });

    it('applies the rules of the profile', async () => {
      // OpenAI requires this hint; MCP only recommends it.
      const has = async (profile: 'spec' | 'openai') => (await byCode({ profile, failOn: 'error' })).has('TM104');
      expect([await has('spec'), await has('openai')]).toEqual([false, true]);
    });
  });

  it('queries the server once', async () => {
    let made = 0;
    const server = () => {
      made += 1;
      return createServerV2();
    };
    await failures({ target: { server }, table: TABLE_URL });
    expect(made).toBe(1);
  });

  it('closes the given server', async () => {
    const server = createServerV2();
    await failures({ target: { server: () => server }, table: TABLE_URL });
    expect(server.isConnected()).toBe(false);
  });
});
