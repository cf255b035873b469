import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINT_RULES } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { root, runNode } from '../support/run-cli.ts';

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

interface Outcome {
  readonly code: number | null;
  /** The error message of each test, or `passed`. */
  readonly tests: Readonly<Record<string, string>>;
}

type Run = (env: Record<string, string>) => Promise<Outcome>;

/** Each runs the same suite.mjs from the built packages in a separate process. */
const RUNNERS: Readonly<Record<string, Run>> = {
  vitest: async (env) => {
    const program = `${root}/node_modules/vitest/vitest.mjs`;
    const report = join(mkdtempSync(join(tmpdir(), 'toolmark-vitest-')), 'report.json');
    const where = ['--root', fixture(''), '--config', fixture('vitest.config.ts')];
    const { code } = await runNode([program, 'run', ...where, '--reporter=json', `--outputFile=${report}`], { env });
    return { code, tests: readJestJson(readFileSync(report, 'utf8')) };
  },
  'node:test': async (env) => {
    const { code, stdout } = await runNode([fixture('run-node-test.mjs')], { env });
    const lines = stdout.trim().split('\n');
    const tests = lines.map((line) => JSON.parse(line) as { readonly name: string; readonly message?: string });
    return { code, tests: Object.fromEntries(tests.map(({ name, message }) => [name, message ?? 'passed'])) };
  },
  jest: async (env) => {
    const config = { rootDir: fixture(''), testMatch: ['**/jest.spec.mjs'], transform: {}, testEnvironment: 'node' };
    const args = ['--experimental-vm-modules', '--no-warnings', `${root}/node_modules/jest/bin/jest.js`];
    const { code, stdout } = await runNode([...args, '--json', '--config', JSON.stringify(config)], { env });
    return { code, tests: readJestJson(stdout) };
  },
};

/** Vitest writes the same format. */
function readJestJson(text: string): Outcome['tests'] {
  const report = JSON.parse(text) as {
    testResults: { assertionResults: { title: string; failureMessages: string[] }[] }[];
  };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return Object.fromEntries(
    tests.map(({ title, failureMessages: [words] }) => [title, words === undefined ? 'passed' : messageOf(words)]),
  );
}

/** The message before the stack, without the class name. */
function messageOf(words: string): string {
  const lines = words.split('\n');
  const end = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .replace(/^Error: /, '');
}

const rulesPassed = Object.fromEntries(
  LINT_RULES.filter(({ severity }) => severity.spec === 'error' || severity.spec === 'warning').map(
    ({ code, summary }) => [`${code} ${summary}`, 'passed'],
  ),
);

const RIGHT: Outcome = {
  code: 0,
  tests: {
    'list_notes: title is List Notes': 'passed',
    'list_notes: readOnlyHint is true': 'passed',
    'list_notes: destructiveHint is false': 'passed',
    'list_notes: idempotentHint is true': 'passed',
    'list_notes: openWorldHint is false': 'passed',
    'delete_note: title is Delete Note': 'passed',
    'delete_note: readOnlyHint is false': 'passed',
    'delete_note: destructiveHint is true': 'passed',
    'delete_note: idempotentHint is true': 'passed',
    'delete_note: openWorldHint is false': 'passed',
    'every registered tool is in the table': 'passed',
    'every tool in the table is registered': 'passed',
    'the server speaks MCP cleanly': 'passed',
    ...rulesPassed,
  },
};

const WRONG: Outcome = {
  code: 1,
  tests: {
    'list_notes: title is List Notes': 'passed',
    'list_notes: readOnlyHint is true': 'passed',
    'list_notes: destructiveHint is false': 'passed',
    'list_notes: idempotentHint is false': "Tool 'list_notes': expected idempotentHint=false, got idempotentHint=true",
    'list_notes: openWorldHint is false': 'passed',
    'old_tool: readOnlyHint is true': "Tool 'old_tool': in the table but not registered",
    'every registered tool is in the table': "Tool 'delete_note': registered but missing from the table",
    'every tool in the table is registered': "Tool 'old_tool': in the table but not registered",
    'the server speaks MCP cleanly': 'passed',
    ...rulesPassed,
  },
};

describe.each(Object.entries(RUNNERS))('testAnnotations under %s', (_, run) => {
  it.each([
    ['a server in the process of the tests', 'in-process'],
    ['a server that is started', 'command'],
  ])('passes and fails for %s, with the exact messages', async (_name, target) => {
    expect(await run({ SUITE_TARGET: target, SUITE_TABLE: './right.md' })).toEqual(RIGHT);
    expect(await run({ SUITE_TARGET: target, SUITE_TABLE: './wrong.md' })).toEqual(WRONG);
  });
});
