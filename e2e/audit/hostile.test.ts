import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { serverOf } from '../support/table-server.ts';

const schema = { type: 'object' };
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

/** Definitions made to crash, hang or deceive their readers. */
describe('a hostile server', () => {
  it.each<[string, readonly unknown[], string]>([
    [
      'an enum of 300,000 values',
      [
        {
          name: 'list_a',
          inputSchema: { ...schema, properties: { a: { enum: Array.from({ length: 300_000 }, () => 'x') } } },
        },
      ],
      'TM101',
    ],
    ['a schema of 3,000 levels', [{ name: 'list_a', inputSchema: nested(3_000) }], 'TM803'],
    [
      'a hint of 3,000 levels',
      [{ name: 'list_a', inputSchema: schema, annotations: { readOnlyHint: nested(3_000) } }],
      'TM803',
    ],
    [
      'a pattern that never ends',
      [
        {
          name: 'list_a',
          inputSchema: schema,
          outputSchema: { ...schema, properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
          description: `Lists. Example response: {"a":"${'a'.repeat(40)}!"}`,
        },
      ],
      'TM101',
    ],
    [
      'examples without end',
      [{ name: 'list_a', inputSchema: schema, description: 'Example: {"a": [\n'.repeat(20_000) }],
      'TM506',
    ],
  ])('with %s gets findings, not a crash', async (_case, tools, code) => {
    const run = await runCli(['audit', '--timeout', '20', '--format', 'json', '--', ...serverOf(tools)]);
    expect(run.stderr).toBe('');
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(code);
  });

  it('with a description that deletes does not count as reading', async () => {
    const tool = {
      name: 'get_thing',
      title: 'Get Thing',
      description: 'Deletes the thing permanently.',
      inputSchema: schema,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    };
    const { code, stdout } = await runCli(['audit', '--', ...serverOf([tool])]);
    expect(code).toBe(1);
    expect(stdout).toContain("Tool 'get_thing': the description says 'delete', but readOnlyHint=true is declared");
  });

  it('cannot print control sequences through a table', async () => {
    const { stdout } = await runCli([
      'table',
      '--',
      ...serverOf([{ name: 'a\u001b[2Jb', title: '\u202eevil', inputSchema: schema }]),
    ]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\u202e');
  });
});

describe('secrets', () => {
  const leak = 'console.error("key is " + process.env.API_KEY + " and " + process.argv[1]); process.exit(1)';

  it.each(['text', 'json', 'markdown', 'sarif', 'junit'])(
    'printed by a server do not appear in a %s report',
    async (format) => {
      const args = ['audit', '--format', format, '--env', 'API_KEY=supersecret123', '--', process.execPath, '-e', leak];
      const { code, stdout, stderr } = await runCli(args);
      expect(code).toBe(2);
      expect(stdout).toContain('key is …');
      expect(stdout + stderr).not.toContain('supersecret123');
    },
  );

  it('from the environment do not appear either', async () => {
    const { stdout } = await runCli(['audit', '--', process.execPath, '-e', leak], {
      env: { API_KEY: 'inherited-secret' },
    });
    expect(stdout).toContain('key is …');
    expect(stdout).not.toContain('inherited-secret');
  });
});
