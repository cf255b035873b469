import type { IgnoredFinding, ProfileName, Severity, Table } from '@toolmark/annotations';
import { type Inspection, inspectServer } from '@toolmark/audit';
import { type Check, type LintSettings, lintChecks, tableChecks, wireChecks } from './checks.ts';
import { loadTable } from './load-table.ts';
import { findRunner, type TestRunner } from './runner.ts';
import { type AnnotationTarget, openTarget } from './target.ts';

/**
 * The options of `testAnnotations`.
 *
 * @example
 * const options: AnnotationTestOptions = {
 *   target: { kind: 'url', url: 'http://127.0.0.1:3000/mcp' },
 *   table: new URL('./tools.md', import.meta.url),
 *   profile: 'openai',
 *   ignore: [{ code: 'TM505', tool: 'debug_*', reason: 'Their responses have no fixed form.' }],
 * };
 */
export interface AnnotationTestOptions {
  /** The server: a command, a URL, streams, or a function that creates one. */
  readonly target: AnnotationTarget;
  /**
   * The expected annotations: a table, or the path or URL of its file, in Markdown or JSON. A relative path starts in
   * the current directory.
   */
  readonly table: Table | string | URL;
  /** The lint profile. MCP's own by default. */
  readonly profile?: ProfileName;
  /** Findings to ignore, with reasons. */
  readonly ignore?: readonly IgnoredFinding[];
  /** The lowest severity that fails a test. `warning` by default. */
  readonly failOn?: Severity;
  /** The timeout for listing the server's tools. 30 seconds by default. */
  readonly timeoutMs?: number;
}

/**
 * Declares tests of a server's annotations in your own suite: one for each tool and property of the table, two for
 * unmatched tools and rows, and one for each lint rule. A real client queries the server once, over a real transport.
 *
 * @example
 * import { describe, it } from 'vitest'; // or 'node:test', or '@jest/globals'
 * testAnnotations({ describe, it }, {
 *   target: { kind: 'command', command: 'node', args: ['dist/server.js'] },
 *   table: 'docs/tools.md',
 * });
 */
export function testAnnotations(runner: Partial<TestRunner>, options: AnnotationTestOptions): void;
export function testAnnotations(options: AnnotationTestOptions): void;
export function testAnnotations(
  first: Partial<TestRunner> | AnnotationTestOptions,
  second?: AnnotationTestOptions,
): void {
  const options = second ?? first;
  if (!isOptions(options)) throw new Error('testAnnotations needs a target: the server that is to be tested.');
  const { describe, it } = findRunner(isOptions(first) ? {} : first);
  const timeoutMs = options.timeoutMs ?? 30_000;
  const settings: LintSettings = {
    profile: options.profile ?? 'spec',
    ignore: options.ignore ?? [],
    failOn: options.failOn ?? 'warning',
  };
  const table = loadTable(options.table);
  const inspectFor = reportOnce(() => inspectTarget(options.target, timeoutMs));
  const declare = (name: string, checks: readonly Check[]) =>
    describe(name, () => {
      for (const check of checks)
        it(check.name, async () => expectNone(check.problems(await inspectFor(check))), timeoutMs + MARGIN_MS);
    });

  describe('tool annotations', () => {
    declare('against the table', tableChecks(table));
    declare(`against the rules of ${settings.profile}`, [...wireChecks(settings), ...lintChecks(settings)]);
  });
}

function isOptions(value: object): value is AnnotationTestOptions {
  return 'target' in value;
}

/** The runner's own timeout must fire after ours, whose message explains the delay. */
const MARGIN_MS = 5_000;

function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function inspectTarget(target: AnnotationTarget, timeoutMs: number): Promise<Inspection> {
  const opened = await within(timeoutMs, openTarget(target));
  const inspection = await inspectServer(opened, { timeoutMs });
  if (inspection.ok) return inspection.value;
  const { message, stderrTail } = inspection.error;
  throw new Error([message, ...stderrTail.map((line) => `  stderr: ${line}`)].join('\n'));
}

/** A server factory in this process is the author's code and may hang. */
async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The function that makes the server did not finish within ${timeoutMs} ms.`;
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Computes the value once. If that fails, the first test gets the reason and the others a short reference to it:
 * dozens of tests with the same long message would hide it. A test that asks again, as in a retry, gets the same
 * answer.
 */
function reportOnce<Asker, Value>(make: () => Promise<Value>): (asker: Asker) => Promise<Value> {
  let made: { readonly first: Asker; readonly value: Promise<Value> } | undefined;
  return async (asker) => {
    made ??= { first: asker, value: make() };
    if (asker === made.first) return made.value;
    return made.value.catch(() => {
      const told = new Error('The server could not be inspected; the first failing test says why.');
      // Runners print the stack of every failure, and this one would only point here.
      told.stack = `Error: ${told.message}`;
      throw told;
    });
  };
}
