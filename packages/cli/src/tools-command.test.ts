import { stripVTControlCharacters } from 'node:util';
import { type Override, type Standing, toolDetailSchema, toolListSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_POLICY } from './fixtures/no-policy.ts';
import { BARE, BROKEN, DELETE_NOTE, LIST_NOTES } from './fixtures/notes.ts';
import { askGateway, type RunningFront, startFront } from './fixtures/running-gateway.ts';
import { GOOD } from './fixtures/tool.ts';

const EVIL = {
  name: 'evil',
  title: 'Safe\u001b[2K\u001b[1A\u202egnihton',
  description: 'line\r\n\u001b]0;title\u0007',
  inputSchema: {},
};

let front: RunningFront;

beforeAll(async () => {
  front = await startFront([
    { name: 'notes', tools: [LIST_NOTES, DELETE_NOTE, BARE] },
    { name: 'issues', tools: [BROKEN, EVIL] },
  ]);
});

afterAll(() => front.close());

const ask = (...args: readonly string[]) => askGateway(args, { home: front.data });

describe('toolmark tools', () => {
  it.each([['tools'], ['tools', 'list']])('%s %s lists them by server, like an audit', async (...args) => {
    const { code, stdout, stderr } = await ask(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      'notes  3 tools',
      '  TITLE       NAME             CLASS            READ   DESTR  IDEMP  OPEN',
      '  List Notes  list_notes       ◉ read           yes    no     yes    no',
      '  –           delete_note      ▲ destructive ⚑  no ⚑   (yes)  (no)   (yes)',
      '  –           files/read 你好  ▲ destructive    (no)   (yes)  (no)   (yes)',
      '',
    ]);
    expect(stdout).toContain('issues  2 tools\n');
    expect(stdout.match(/yes\/no declared/g)).toHaveLength(1);
  });

  it.each<[readonly string[], readonly string[]]>([
    [
      ['--server', 'issues'],
      ['create_issue', 'evil'],
    ],
    [['--class', 'read'], ['list_notes']],
    [['--search', 'folder lists'], ['list_notes']],
    [['--contradicted'], ['delete_note']],
    [['--server', 'issues', '--class', 'read'], []],
  ])('%j filters tools', async (args, names) => {
    const { code, stdout } = await ask('tools', ...args, '--json');
    expect(code).toBe(0);
    expect(toolListSchema.parse(JSON.parse(stdout)).tools.map(({ name }) => name)).toEqual(names);
  });

  it.each(['notes/delete_note', 'notes__delete_note', 'notes/notes__delete_note'])(
    'show %s prints all details of one',
    async (name) => {
      const { code, stdout } = await ask('tools', 'show', name);
      expect(code).toBe(0);
      expect(stdout.split('\n').slice(0, 8)).toEqual([
        'notes/delete_note  notes__delete_note',
        '  ▲ destructive ⚑',
        '',
        "  readOnlyHint     no ⚑   inferred  the name says 'delete', but",
        '                                    readOnlyHint=true is declared',
        "  destructiveHint  yes    default   not declared, so MCP's default counts",
        "  idempotentHint   no     default   not declared, so MCP's default counts",
        "  openWorldHint    yes    default   not declared, so MCP's default counts",
      ]);
      expect(stdout).toMatch(/Client behaviour\n {2}VS Code {6}runs {5}runs without asking \(readOnlyHint\)\n/);
      expect(stdout).toContain('Findings');
      expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
    },
  );

  it('show finds a tool with slashes and other characters in its name', async () => {
    expect((await ask('tools', 'show', `notes/${BARE.name}`)).stdout).toContain(`notes/${BARE.name}`);
  });

  it('show prints what was changed for clients', async () => {
    expect((await ask('tools', 'show', 'issues/create_issue')).stdout).toMatch(
      /^ {2}Changed for clients\n {2}annotations is null .*\n$/m,
    );
  });

  it('show --json prints the definition as its server sent it', async () => {
    const { stdout } = await ask('tools', 'show', 'notes/list_notes', '--json');
    expect(toolDetailSchema.parse(JSON.parse(stdout)).definition).toEqual(LIST_NOTES);
  });

  it.each([['tools'], ['tools', 'show', 'issues/evil']])('%s %s escapes what a server wrote', async (...args) => {
    const { stdout } = await ask(...args);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    const coloured = await ask(...args, '--color');
    expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(stdout);
  });

  it.each<[readonly string[], string]>([
    [['show', 'notes/list_note'], "Server 'notes' has no tool 'list_note'. Did you mean list_notes?\n"],
    [['show', 'notes__list_note'], "There is no tool 'notes__list_note'. Did you mean notes__list_notes?\n"],
    [['show', 'nots/list_notes'], "There is no server 'nots'. Did you mean notes?\n"],
    [['--server', 'isues'], "There is no server 'isues'. Did you mean issues?\n"],
    [
      ['notes/list_notes'],
      'To see one tool: toolmark tools show notes/list_notes\nTo list those of a server: toolmark tools --server notes/list_notes\n',
    ],
  ])('%j fails with one sentence and exit code 2', async (args, stderr) => {
    expect(await ask('tools', ...args)).toEqual({ code: 2, stdout: '', stderr });
  });

  describe('that need attention or have an override', () => {
    const HELD: Standing = {
      ...GOOD,
      state: 'held',
      holds: [{ kind: 'relaxed', reason: 'Its hints allow more than when it was seen first.' }],
      change: {
        hints: 'relaxed',
        prose: 'same',
        was: { hints: 'readOnly=absent', prose: 'x' },
        is: { hints: 'readOnly=true', prose: 'x' },
        pinned_at: '2026-11-15T11:00:00.000Z',
      },
      accepted: null,
      warnings: ['A result was 3.0 MB long.'],
    };
    const CHANGED: Standing = {
      ...HELD,
      state: 'changed',
      holds: [],
      change: HELD.change && { ...HELD.change, hints: 'same', prose: 'changed' },
      warnings: [],
    };
    const SET: Override = {
      server: 'notes',
      tool: 'list_*',
      hints: { openWorldHint: false },
      reason: 'it is our own',
      author: 'ada',
      at: '2026-11-15T10:00:00.000Z',
      origin: 'set',
    };
    let marked: RunningFront;

    beforeAll(async () => {
      marked = await startFront([{ name: 'notes', tools: [LIST_NOTES, DELETE_NOTE, BARE] }], undefined, {
        standings: {
          ...NO_POLICY.standings,
          view: ({ definition: { name } }) => (name === 'delete_note' ? HELD : name === BARE.name ? CHANGED : GOOD),
          accept: () => Promise.reject(new Error('not in this test')),
        },
        overrides: {
          ...NO_POLICY.overrides,
          list: () => [SET],
          of: (_server, tool) => (tool === 'list_notes' ? SET : undefined),
        },
        trustOf: () => 'verified',
      });
    });

    afterAll(() => marked.close());

    const look = (...args: readonly string[]) => askGateway(['tools', ...args], { home: marked.data });

    it('are marked in the list', async () => {
      const { stdout } = await look();
      expect(stdout.split('\n').filter((line) => line.startsWith('    '))).toEqual([
        '    set by ada: openWorld=false',
        '    held: Its hints allow more than when it was seen first.',
        '    warning: A result was 3.0 MB long.',
        '    changed: text changed since it was pinned, 2026-11-15 11:00:00',
      ]);
    });

    it.each<[readonly string[], readonly string[]]>([
      [['--held'], ['delete_note']],
      [['--changed'], [BARE.name]],
      [['--overridden'], ['list_notes']],
      [['--overridden', '--held'], []],
    ])('%j lists only those', async (args, names) => {
      const { stdout } = await look(...args, '--json');
      expect(toolListSchema.parse(JSON.parse(stdout)).tools.map(({ name }) => name)).toEqual(names);
    });

    it('show prints status, overrides and policy', async () => {
      expect((await look('show', 'notes/delete_note')).stdout).toContain(
        [
          '  Here',
          '  policy   ask: by default a call waits for approval (default: destructive)',
          '  status   held: Its hints allow more than when it was seen first.',
          '  trust    only verified hints apply',
          '  warning  A result was 3.0 MB long.',
          '',
          '  Review it, and accept it:',
          '    toolmark tools accept notes/delete_note',
          '',
        ].join('\n'),
      );
      // Quoted for a shell, because the server chooses the name.
      expect((await look('show', `notes/${BARE.name}`)).stdout).toContain(
        "  Review it:\n    toolmark tools accept 'notes/files/read 你好'\n",
      );
      expect((await look('show', 'notes/list_notes')).stdout).toContain(
        [
          '  status    ok: it matches its pin',
          '  override  openWorld=false, set for notes/list_* on this gateway by ada,',
          '            2026-11-15 10:00:00',
          '            it is our own',
          '',
        ].join('\n'),
      );
    });
  });

  it('lists more than one page', async () => {
    const tools = Array.from({ length: 2_345 }, (_, index) => ({ ...LIST_NOTES, name: `tool_${index}` }));
    const big = await startFront([{ name: 'big', tools }]);
    const { stdout } = await askGateway(['tools', '--json'], { home: big.data });
    big.close();
    const listed = toolListSchema.parse(JSON.parse(stdout));
    expect([listed.total, new Set(listed.tools.map(({ name }) => name)).size]).toEqual([2_345, 2_345]);
    expect(big.requests.length).toBe(3);
  });

  it('reports a gateway without tools', async () => {
    const empty = await startFront([]);
    const { stdout } = await askGateway(['tools'], { home: empty.data });
    empty.close();
    expect(stdout).toBe('  No tools.\n');
  });
});
