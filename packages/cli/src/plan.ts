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
  type ServerTarget,
} from '@toolmark/audit';
import { type ConnectionOptions, withConnectionOptions } from './connection-options.ts';
import type { Io } from './io.ts';

/** The options that select servers and their connection. */
export interface TargetOptions extends ConnectionOptions {
  /** The arguments before `--`: an address, if any. */
  readonly words: readonly string[];
  /** The arguments after `--`. */
  readonly command: readonly string[];
  readonly server?: string;
  readonly config?: string;
  /** The command that the user typed, for advice; `audit` by default. */
  readonly verb?: string;
}

type Planned = Result<readonly PlannedAudit[], string>;

const AUDIT_FILE = 'toolmark.audit.json';

/** Turns a command line into the audits to run, or fails with one sentence. */
export async function planAudits(options: TargetOptions, io: Io): Promise<Planned> {
  const planned = await planTargets(options, io);
  return planned.ok ? withConnectionOptions(planned.value, options, io.cwd) : planned;
}

async function planTargets(
  { words, command, server, config, verb = 'audit' }: TargetOptions,
  io: Io,
): Promise<Planned> {
  const [url, ...more] = words;
  if (more.length > 0)
    return err(`To start a command, put it after --, such as: toolmark ${verb} -- ${words.join(' ')}`);
  const [program, ...args] = command;
  if ([url, program, server].filter((target) => target !== undefined).length > 1) {
    return err('Give only one target: a URL, --server NAME, or -- <command>.');
  }
  if (config !== undefined && (url ?? program) !== undefined) {
    return err('--config says where to find servers, but a server is already given.');
  }
  if (url !== undefined) return planUrl(url, verb);
  if (program !== undefined) return planOne({ kind: 'command', command: program, args, cwd: io.cwd });
  return server === undefined ? planFromFile(config, verb, io) : planServer(server, config, io);
}

function planUrl(url: string, verb: string): Planned {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const looksLikeHost = /^[\w.-]+(\.\w+|:\d+)(\/|$)/.test(url) && !/\.[cm]?[jt]s$|\.py$/.test(url);
    const advice = looksLikeHost
      ? `Write it with https://, such as: toolmark ${verb} https://${url}`
      : `To start a command, put it after --, such as: toolmark ${verb} -- ${url}`;
    return err(`'${url}' is not an http address. ${advice}`);
  }
  return planOne({ kind: 'url', url });
}

function planOne(target: ServerTarget): Planned {
  return ok([{ name: describeTarget(target), target, ignore: [] }]);
}

async function planFromFile(config: string | undefined, verb: string, io: Io): Promise<Planned> {
  const file = resolve(io.cwd, config ?? AUDIT_FILE);
  if (config === undefined && !existsSync(file)) {
    return err(
      `Nothing to ${verb}: give a URL, --server NAME or -- <command>, or describe the project's servers in ${AUDIT_FILE}.`,
    );
  }
  const planned = await loadAuditFile(file, io.env, io.self);
  return planned.ok ? planned : err(explain(planned.error));
}

/** Looks a name up in the given file; without one in the project's audit file, then in the config. */
async function planServer(name: string, config: string | undefined, io: Io): Promise<Planned> {
  const home = io.env['TOOLMARK_HOME'] ?? join(homedir(), '.toolmark');
  const files =
    config === undefined ? [resolve(io.cwd, AUDIT_FILE), join(home, 'toolmark.json')] : [resolve(io.cwd, config)];
  const missed: string[] = [];
  for (const file of files) {
    const planned = await loadConfiguredServer(file, name, io.env, io.self);
    if (planned.ok) return ok([planned.value]);
    if (planned.error.kind === 'invalid') return err(explain(planned.error));
    missed.push(explain(planned.error));
  }
  return err(missed.length === 1 ? missed.join() : `There is no server '${name}'.\n${indent(missed)}`);
}

function explain({ kind, file, problems }: ConfigFailure): string {
  if (kind === 'no-such-file') return `${file} does not exist`;
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return lines.length === 1 ? `${file}: ${lines[0]}` : `${file} has ${lines.length} problems:\n${indent(lines)}`;
}

const indent = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');
