import { readFile } from 'node:fs/promises';
import {
  err,
  fingerprint,
  meaningOf,
  ok,
  type PrintedTool,
  parseTable,
  type Result,
  type ServerPins,
  type Table,
  type ToolDefinition,
  toMessage,
} from '@toolmark/annotations';
import type { ServerTarget } from '@toolmark/reach';
import { inspectServer } from './connect/inspect.ts';
import type { InspectOptions } from './connect/inspection.ts';
import { describeTarget } from './describe-target.ts';
import { buildReport, type ReportOptions } from './report/build-report.ts';
import type { AuditOutcome } from './report/report.ts';

export interface AuditOptions extends Omit<ReportOptions, 'target' | 'table' | 'lock'>, InspectOptions {
  /** The server's name in the report; its command or address by default. */
  readonly name?: string;
  /** The path of a classification table to compare the tools with. */
  readonly tablePath?: string;
  /** The table's name in the report; its path by default. */
  readonly tableName?: string;
  /** The pins to compare the tools with, and the lock's name in the report. */
  readonly lock?: { readonly name: string; readonly pins: ServerPins | undefined };
}

/**
 * Connects to a server, reads its tools as sent, checks them and builds a report. Never throws for a fault of the
 * server or a file.
 *
 * @example
 * const outcome = await audit({ kind: 'command', command: 'node', args: ['server.js'] }, { profile: 'openai' });
 * if (outcome.kind === 'report') console.log(outcome.report.counts);
 */
export async function audit(target: ServerTarget, options: AuditOptions = {}): Promise<AuditOutcome> {
  const {
    name = describeTarget(target),
    tablePath,
    tableName = tablePath,
    lock,
    profile,
    ignore,
    failOn,
    alias,
    ...inspect
  } = options;
  // Read the table before starting the server, so that a mistake in the file shows at once.
  const table = tablePath === undefined ? ok(undefined) : await readTable(tablePath, tableName ?? tablePath);
  if (!table.ok)
    return { kind: 'failure', target: name, failure: { code: 'bad-table', message: table.error, stderrTail: [] } };
  const inspection = await inspectServer(target, inspect);
  if (!inspection.ok) return { kind: 'failure', target: name, failure: inspection.error };
  const prints = lock === undefined ? undefined : await printsOf(inspection.value.tools);
  const report = buildReport(inspection.value, {
    target: name,
    ...(profile === undefined ? {} : { profile }),
    ...(ignore === undefined ? {} : { ignore }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(alias === undefined ? {} : { alias }),
    ...(table.value === undefined || tableName === undefined ? {} : { table: { name: tableName, table: table.value } }),
    ...(lock === undefined || prints === undefined ? {} : { lock: { ...lock, prints } }),
  });
  return { kind: 'report', report, ...(prints === undefined ? {} : { prints }) };
}

function printsOf(tools: readonly ToolDefinition[]): Promise<readonly PrintedTool[]> {
  return Promise.all(
    tools.map(async (tool) => [tool.name, { ...(await fingerprint(tool)), ...meaningOf(tool) }] as const),
  );
}

async function readTable(path: string, name: string): Promise<Result<Table, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return err(`The table ${name} cannot be read: ${toMessage(error)}`);
  }
  const table = parseTable(text);
  if (table.ok) return table;
  const problems = table.error.map((problem) =>
    problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`,
  );
  return err(`The table ${name} cannot be used: ${problems.join('; ')}`);
}
