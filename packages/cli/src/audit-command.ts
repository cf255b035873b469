import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type PrintedTool, type ProfileName, type Severity, toMessage } from '@toolmark/annotations';
import {
  type AuditOutcome,
  audit,
  type Format,
  nameOf,
  type PlannedAudit,
  render,
  safeText,
  verdictOf,
} from '@toolmark/audit';
import { type LockOptions, type OpenedLock, openLock } from './audit-lock.ts';
import { updateLock } from './audit-lock-update.ts';
import { columnsOf, EXIT, type ExitCode, type Io, wantsColor } from './io.ts';
import { planAudits, type TargetOptions } from './plan.ts';
import { createProgress } from './progress.ts';

export interface AuditCommandOptions extends TargetOptions, LockOptions {
  readonly table?: string;
  readonly profile?: ProfileName;
  readonly failOn?: Severity | 'never';
  readonly format: Format;
  readonly out?: string;
  readonly clients?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  /** In seconds. */
  readonly timeout?: number;
  readonly protocol: 'auto' | 'modern' | 'legacy';
}

/** `toolmark audit`: checks one server, or every server of the project's audit file. */
export async function auditCommand(options: AuditCommandOptions, io: Io): Promise<ExitCode> {
  const planned = await planAudits(options, io);
  const opened = planned.ok ? await openLock(options, planned.value, io) : planned;
  if (!planned.ok || !opened.ok) {
    io.stderr.write(`${opened.ok ? '' : opened.error}\n`);
    return EXIT.couldNotRun;
  }
  const lock = opened.value;
  const outcomes: AuditOutcome[] = [];
  const printsByServer = new Map<string, readonly PrintedTool[]>();
  for (const plan of planned.value) {
    const outcome = await runAudit(plan, options, lock, io);
    outcomes.push(outcome);
    if (outcome.kind === 'report' && outcome.prints && lock) printsByServer.set(lock.serverOf(plan), outcome.prints);
  }
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  const text = render(outcomes, {
    format: options.format,
    columns: options.out === undefined ? columnsOf(io, 100) : 120,
    color: options.out === undefined && wantsColor(io.stdout, io.env, options.color),
    clients: options.clients ?? false,
    verbose: options.verbose ?? false,
    toolVersion: io.version,
    now: io.now(),
    anchor: anchorOf(options),
  });
  const written = await deliver(text, outcomes, options.out, io);
  const updated =
    lock === undefined || !options.updateLock ? EXIT.clean : await writeLock(lock, printsByServer, options, io);
  // The most severe result of all.
  return Math.max(written ? EXIT.clean : EXIT.couldNotRun, updated, exitCodeOf(outcomes)) as ExitCode;
}

async function runAudit(
  plan: PlannedAudit,
  options: AuditCommandOptions,
  lock: OpenedLock | undefined,
  io: Io,
): Promise<AuditOutcome> {
  const progress = createProgress(io.stderr, plan.name);
  const { profile = plan.profile, failOn = plan.failOn, timeout = plan.timeout } = options;
  // A path on the command line is relative to the current folder, and so are printed paths.
  const table = options.table === undefined ? plan.tablePath : resolve(io.cwd, options.table);
  try {
    return await audit(plan.target, {
      name: plan.name,
      ...(plan.alias === undefined ? {} : { alias: plan.alias }),
      ignore: plan.ignore,
      ...(table === undefined ? {} : { tablePath: table, tableName: relative(io.cwd, table) }),
      ...(lock === undefined ? {} : { lock: { name: lock.name, pins: lock.pinsOf(plan) } }),
      ...(profile === undefined ? {} : { profile }),
      ...(failOn === undefined ? {} : { failOn }),
      ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
      protocol: options.protocol,
      signal: io.signal,
      onProgress: progress.report,
    });
  } finally {
    progress.done();
  }
}

/** The project file to attach findings to: the hints a server sends have no line of their own. */
function anchorOf({ words, command, config }: AuditCommandOptions): string {
  const fromFile = words.length === 0 && command.length === 0;
  return config ?? (fromFile ? 'toolmark.audit.json' : 'package.json');
}

async function deliver(
  text: string,
  outcomes: readonly AuditOutcome[],
  out: string | undefined,
  io: Io,
): Promise<boolean> {
  if (out === undefined) {
    io.stdout.write(text);
    return true;
  }
  try {
    await writeFile(resolve(io.cwd, out), text);
  } catch (error) {
    io.stderr.write(`${out} cannot be written: ${toMessage(error)}\n`);
    return false;
  }
  // A failing CI step should say why in its own log, not only in a file.
  for (const outcome of outcomes) io.stderr.write(`${safeText(summaryOf(outcome))}\n`);
  io.stderr.write(`wrote ${out}\n`);
  return true;
}

async function writeLock(
  lock: OpenedLock,
  servers: ReadonlyMap<string, readonly PrintedTool[]>,
  options: AuditCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const done = await updateLock(lock, servers, options, io);
  io.stderr.write(`${safeText(done.ok ? done.value : done.error.message)}\n`);
  return done.ok ? EXIT.clean : done.error.code;
}

function summaryOf(outcome: AuditOutcome): string {
  if (outcome.kind === 'failure') return `${outcome.target}: ${outcome.failure.message}`;
  return `${nameOf(outcome.report)}: ${verdictOf(outcome.report)}`;
}

function exitCodeOf(outcomes: readonly AuditOutcome[]): ExitCode {
  if (outcomes.some(({ kind }) => kind === 'failure')) return EXIT.couldNotRun;
  const failed = outcomes.some((outcome) => outcome.kind === 'report' && !outcome.report.passed);
  return failed ? EXIT.findings : EXIT.clean;
}
