import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import {
  type ConfigFailure,
  describeTarget,
  loadAuditFile,
  loadConfiguredServer,
  type PlannedAudit,
} from '@toolmark/audit';
import type { Io } from './io.ts';

/** Which server or servers a command line is about. */
export interface TargetOptions {
  readonly url: string | undefined;
  /** What stands after `--`. */
  readonly command: readonly string[];
  readonly server?: string;
  readonly config?: string;
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd?: string;
  readonly transport: 'auto' | 'http' | 'sse';
}

const AUDIT_FILE = 'toolmark.audit.json';

/** Turns a command line into the audits to run, or into one sentence that says what is missing. */
export async function planAudits(options: TargetOptions, io: Io): Promise<Result<readonly PlannedAudit[], string>> {
  const given = [options.url !== undefined, options.command.length > 0, options.server !== undefined];
  if (given.filter(Boolean).length > 1) {
    return err('Give one target only: a URL, --server NAME, or -- <command>.');
  }
  if (options.url !== undefined) return planUrl(options.url, options);
  const [command, ...args] = options.command;
  if (command !== undefined) return planCommand(command, args, options, io);
  return options.server === undefined ? planFromFile(options, io) : planServer(options.server, options, io);
}

function planUrl(url: string, { header, transport }: TargetOptions): Result<readonly PlannedAudit[], string> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return err(
      `'${url}' is not an http address. To start a command, write it after --, as in: toolmark audit -- ${url}`,
    );
  }
  const headers = parsePairs(header, ':', 'header', 'Name: value');
  if (!headers.ok) return headers;
  return planOne({ kind: 'url', url, headers: headers.value, transport });
}

function planCommand(
  command: string,
  args: readonly string[],
  options: TargetOptions,
  io: Io,
): Result<readonly PlannedAudit[], string> {
  const env = parsePairs(options.env, '=', 'env', 'NAME=value');
  if (!env.ok) return env;
  return planOne({ kind: 'command', command, args, env: env.value, cwd: resolve(io.cwd, options.cwd ?? '.') });
}

function planOne(target: PlannedAudit['target']): Result<readonly PlannedAudit[], string> {
  return ok([{ name: describeTarget(target), target, ignore: [] }]);
}

async function planFromFile({ config }: TargetOptions, io: Io): Promise<Result<readonly PlannedAudit[], string>> {
  const file = resolve(io.cwd, config ?? AUDIT_FILE);
  if (config === undefined && !existsSync(file)) {
    return err(
      `Nothing to audit: give a URL, --server NAME or -- <command>, or describe the project's servers in ${AUDIT_FILE}.`,
    );
  }
  const planned = await loadAuditFile(file, io.env);
  return planned.ok ? planned : err(explain(planned.error));
}

/** A name is looked for in the project's audit file first, then in the configured servers. */
async function planServer(
  name: string,
  { config }: TargetOptions,
  io: Io,
): Promise<Result<readonly PlannedAudit[], string>> {
  const auditFile = resolve(io.cwd, AUDIT_FILE);
  if (config === undefined && existsSync(auditFile)) {
    const planned = await loadAuditFile(auditFile, io.env);
    if (!planned.ok) return err(explain(planned.error));
    const found = planned.value.filter((audit) => audit.name === name);
    if (found.length > 0) return ok(found);
  }
  const home = io.env['TOOLMARK_HOME'] ?? join(homedir(), '.toolmark');
  const file = config === undefined ? join(home, 'toolmark.json') : resolve(io.cwd, config);
  const target = await loadConfiguredServer(file, name, io.env);
  return target.ok ? ok([{ name, target: target.value, ignore: [] }]) : err(explain(target.error));
}

function explain({ file, problems }: ConfigFailure): string {
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return lines.length === 1
    ? `${file}: ${lines[0]}`
    : `${file} has ${lines.length} problems:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function parsePairs(
  texts: readonly string[],
  separator: string,
  option: string,
  form: string,
): Result<Readonly<Record<string, string>>, string> {
  const pairs: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf(separator);
    // The value may be a secret, so the message shows the form and not the text.
    if (at < 1) return err(`--${option} takes '${form}'.`);
    pairs[text.slice(0, at).trim()] = text.slice(at + 1).trim();
  }
  return ok(pairs);
}
