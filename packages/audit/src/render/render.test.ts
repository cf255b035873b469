import type { ToolDefinition } from '@toolmark/annotations';
import { safeText } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
import { anInspection } from '../fixtures/an-inspection.ts';
import { buildReport } from '../report/build-report.ts';
import type { AuditOutcome } from '../report/report.ts';
import { type RenderOptions, render } from './render.ts';
import { cutTo, padTo } from './terminal.ts';

const tools: readonly ToolDefinition[] = [
  {
    name: 'list_notes',
    title: 'List Notes',
    description: 'Lists notes. Returns: notes. Preconditions: None. Example response: {}',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'purge_drafts',
    title: 'Purge Drafts',
    description: 'Purges. Returns: count. Preconditions: None. Example response: {}',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  { name: 'sync', inputSchema: { type: 'object' } },
];
const report: AuditOutcome = {
  kind: 'report',
  report: buildReport(anInspection({ tools }), { target: 'node server.js' }),
};
const failure: AuditOutcome = {
  kind: 'failure',
  target: 'node broken.js',
  failure: {
    code: 'exited',
    message: 'The server exited with code 3.',
    stderrTail: ['boom', '\u001b[31mred\u001b[0m'],
  },
};
const options: RenderOptions = {
  format: 'text',
  columns: 100,
  color: false,
  clients: false,
  verbose: false,
  toolVersion: '0.0.0',
  now: new Date('2026-01-02T03:04:05.678Z'),
};

interface SarifLog {
  readonly runs: readonly {
    readonly automationDetails: { readonly id: string };
    readonly results: readonly { readonly ruleId: string; readonly suppressions?: readonly unknown[] }[];
  }[];
}

describe('a difference from a lock', () => {
  const hints = 'readOnly=absent destructive=absent idempotent=absent openWorld=absent';
  const lock = { name: 'toolmark.lock', pins: new Map(), prints: [['sync', { hints, prose: '' }]] as const };
  const pinned: AuditOutcome = {
    kind: 'report',
    report: buildReport(anInspection({ tools }), { target: 'node server.js', lock }),
  };

  it('is shown at the lock file in SARIF, other findings at their usual place', () => {
    const log = JSON.parse(render([pinned], { ...options, format: 'sarif', anchor: 'package.json' })) as {
      runs: {
        results: { ruleId: string; locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[];
      }[];
    };
    const placeOf = (code: string) =>
      log.runs[0]?.results.find(({ ruleId }) => ruleId === code)?.locations[0]?.physicalLocation.artifactLocation.uri;
    expect([placeOf('TM914'), placeOf('TM401')]).toEqual(['toolmark.lock', 'package.json']);
  });

  it('is named in the headline of the text', () => {
    expect(render([pinned], options).split('\n')[0]).toContain('lock toolmark.lock');
  });
});

describe('the text of an audit', () => {
  it('matches the expected output', () => {
    expect(render([report], options)).toMatchInlineSnapshot(`
      "notes 1.0.0  ·  stdio  ·  MCP 2025-11-25  ·  profile spec

        TITLE         NAME          CLASS            READ   DESTR  IDEMP  OPEN
        List Notes    list_notes    ◉ read           yes    –      –      no
        Purge Drafts  purge_drafts  ▲ destructive ⚑  no ⚑   yes ⚑  yes    no
        –             sync          ▲ destructive    (no)   (yes)  (no)   (yes)

        yes/no declared  ·  (yes)/(no) absent, MCP's default  ·  – absent, no effect when read-only
        ⚑ contradicted, the stricter value counts

        error    TM401 name-contradicts-hint
                   Tool 'purge_drafts': the name says 'purge', but readOnlyHint=true is declared
                   Tool 'purge_drafts': the name says 'purge', but destructiveHint=false is declared
                   fix: Correct the hint, or rename the tool so that its name says what it does.
        warning  TM101 missing-read-only-hint
                   Tool 'sync': readOnlyHint is not declared, so clients assume false; the name says
                     'sync', so false looks right
                   fix: Declare readOnlyHint: true if the tool changes nothing, false if it can.
        warning  TM102 missing-destructive-hint
                   Tool 'sync': destructiveHint is not declared, so clients assume true
                   fix: Declare destructiveHint: false if the tool only adds, true if it can overwrite or
                   delete.
        warning  TM201 missing-title
                   Tool 'sync': has no title
                   fix: Give it a title of two to four words, in both title and annotations.title.
        warning  TM501 missing-description
                   Tool 'sync': has no description
                   fix: Say in a sentence or two what the tool does and when to use it.
        note     TM103 missing-idempotent-hint  sync
        note     TM104 missing-open-world-hint  sync
                 --verbose shows the notes in full

        coverage ██████████░░░░░░░░░░ 50 %  6/12 hints declared, 1/3 tools complete
        ✗ 2 errors, 4 warnings, 2 notes  fails on errors and warnings
      "
    `);
  });

  it('explains a failed inspection, with the last lines of stderr', () => {
    expect(render([failure], options)).toMatchInlineSnapshot(`
      "node broken.js

        ✗ The server exited with code 3.

        Last lines of its stderr:
          boom
          red
      "
    `);
  });

  it('says that a server has no tools', () => {
    const empty = buildReport(anInspection(), { target: 'x' });
    expect(render([{ kind: 'report', report: empty }], options)).toMatchInlineSnapshot(`
      "notes 1.0.0  ·  stdio  ·  MCP 2025-11-25  ·  profile spec

        No tools.

        coverage: nothing to cover
        ✓ 0 errors, 0 warnings, 0 notes
      "
    `);
  });

  it.each([70, 80, 100, 140])('keeps the table within %i columns', (columns) => {
    const long = tools.map((tool, index) => ({
      ...tool,
      name: `${tool.name}_${'long'.repeat(8)}`,
      title: `Title ${'Long '.repeat(index * 6)}End`,
    }));
    const outcome = { kind: 'report', report: buildReport(anInspection({ tools: long }), { target: 'x' }) } as const;
    const lines = render([outcome], { ...options, columns }).split('\n');
    const table = lines.slice(2, 2 + 1 + long.length);
    expect(table[0]).toContain('CLASS');
    for (const line of table) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('names servers as in the config, shows ignored findings, and summarizes', () => {
    const ignore = [{ code: 'TM401', tool: 'purge_drafts', reason: 'on purpose' }];
    const named = (alias: string): AuditOutcome => ({
      kind: 'report',
      report: buildReport(anInspection({ tools }), { target: alias, alias, ignore }),
    });
    const outcomes = [named('local'), named('staging'), failure];
    const text = render(outcomes, { ...options, verbose: true });
    expect(text).toContain('local  notes 1.0.0  ·  stdio');
    expect(text).toContain("ignored  TM401 Tool 'purge_drafts'");
    expect(text).toContain('(on purpose)');
    expect(text).toContain(', 2 ignored');
    expect(text.trimEnd().split('\n').at(-1)).toBe('3 servers: 0 passed, 2 with findings, 1 could not be audited');

    const sarif = JSON.parse(render(outcomes, { ...options, format: 'sarif' })) as SarifLog;
    expect(sarif.runs.map((run) => run.automationDetails.id)).toEqual([
      'toolmark/local',
      'toolmark/staging',
      'toolmark/node broken.js',
    ]);
    const suppressed = sarif.runs[0]?.results.filter(({ suppressions }) => suppressions !== undefined);
    expect(suppressed?.map(({ ruleId, suppressions }) => [ruleId, suppressions])).toEqual([
      ['TM401', [{ kind: 'external', justification: 'on purpose' }]],
      ['TM401', [{ kind: 'external', justification: 'on purpose' }]],
    ]);
    expect(render(outcomes, { ...options, format: 'junit' })).toContain('<testsuite name="staging"');
  });

  it('predicts what clients do if requested', () => {
    const text = render([report], { ...options, clients: true });
    expect(text).toContain('What clients will do');
    expect(text).toMatch(/sync +asks +asks +asks +asks +asks +asks +refuses/);
    expect(text).toContain('as of 2026-08-22, read in openai/codex@343074d');
  });
});

describe('terminal helpers', () => {
  it('measure the visible width', () => {
    expect(padTo('获取', 6)).toBe('获取  ');
    expect(cutTo('获取列表', 5)).toBe('获取…');
    expect(cutTo('short', 10)).toBe('short');
  });

  it('make untrusted text safe', () => {
    expect(safeText('a\u001b[2Jb\u0007c\u202ed\ne')).toBe('a�[2Jb�c�d e');
  });
});
