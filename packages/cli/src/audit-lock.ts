import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import {
  EMPTY_LOCK,
  err,
  type Lock,
  ok,
  parseLock,
  type Result,
  type ServerPins,
  toMessage,
} from '@toolmark/annotations';
import { type PlannedAudit, safeText } from '@toolmark/audit';
import type { Io } from './io.ts';

export interface LockOptions {
  readonly lock?: string;
  readonly lockServer?: string;
  readonly updateLock?: boolean;
  readonly prune?: boolean;
  readonly yes?: boolean;
}

/** A lock to compare audits with. */
export interface OpenedLock {
  /** Its printed name. */
  readonly name: string;
  readonly file: string;
  readonly lock: Lock;
  /** The lock's name for the server of an audit. */
  readonly serverOf: (plan: PlannedAudit) => string;
  /** `undefined` for a server without pins yet. */
  readonly pinsOf: (plan: PlannedAudit) => ServerPins | undefined;
}

type Opened = Result<OpenedLock | undefined, string>;

/** Reads the lock and finds the servers in it before any of them is started; fails with a sentence. */
export async function openLock(options: LockOptions, plans: readonly PlannedAudit[], io: Io): Promise<Opened> {
  if (!options.updateLock && options.prune) return err('--prune needs --update-lock.');
  if (!options.updateLock && options.yes) return err('--yes needs --update-lock.');
  if (options.lock === undefined) {
    const [stray] = [options.updateLock && '--update-lock', options.lockServer && '--lock-server'].filter(Boolean);
    return stray === undefined ? ok(undefined) : err(`${stray} needs --lock FILE.`);
  }
  const file = resolve(io.cwd, options.lock);
  const name = relative(io.cwd, file) || options.lock;
  const read = await readLock(file, name, options.updateLock ?? false);
  if (!read.ok) return read;
  const lock = read.value;
  const servers = new Map<PlannedAudit, string>();
  for (const plan of plans) {
    const server = nameIn(lock, name, plan, plans.length, options);
    if (!server.ok) return server;
    servers.set(plan, server.value);
  }
  const serverOf = (plan: PlannedAudit) => servers.get(plan) ?? plan.name;
  return ok({ name, file, lock, serverOf, pinsOf: (plan) => lock.servers.get(serverOf(plan)) });
}

async function readLock(file: string, name: string, mayBeMissing: boolean): Promise<Result<Lock, string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && mayBeMissing) return ok(EMPTY_LOCK);
    return err(
      isMissing
        ? `The lock ${name} does not exist; --update-lock creates it.`
        : `The lock ${name} cannot be read: ${toMessage(error)}`,
    );
  }
  const lock = parseLock(text);
  return lock.ok ? lock : err(`The lock ${name} cannot be used: ${lock.error}.`);
}

function nameIn(
  lock: Lock,
  name: string,
  { alias }: PlannedAudit,
  audits: number,
  { lockServer, updateLock: isUpdate = false }: LockOptions,
): Result<string, string> {
  const known = [...lock.servers.keys()];
  if (lockServer !== undefined && audits > 1)
    return err('--lock-server is for one server; the audit file names several.');
  const only = known.length === 1 ? known[0] : undefined;
  const server = lockServer ?? alias ?? only;
  const those = known.length === 0 ? '' : `; it has: ${known.map(safeText).join(', ')}`;
  if (server === undefined) return err(`Set --lock-server to the name that ${name} has for this server${those}.`);
  // Otherwise a typing error would make every tool new, and the audit would pass.
  if (!lock.servers.has(server) && !isUpdate) {
    return err(`The lock ${name} has no server '${safeText(server)}'${those}. --update-lock pins its tools.`);
  }
  return ok(server);
}
