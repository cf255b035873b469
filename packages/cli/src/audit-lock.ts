import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import {
  EMPTY_LOCK,
  err,
  type Lock,
  ok,
  type PrintedTool,
  parseLock,
  printLock,
  type Result,
  repin,
  type ServerPins,
  toMessage,
  withServerPins,
} from '@toolmark/annotations';
import type { PlannedAudit } from '@toolmark/audit';
import type { Io } from './io.ts';

export interface LockOptions {
  readonly lock?: string;
  readonly lockServer?: string;
  readonly updateLock?: boolean;
}

/** A lock that audits are held against. */
export interface OpenedLock {
  /** As it is shown. */
  readonly name: string;
  readonly file: string;
  readonly lock: Lock;
  /** What it calls the server of an audit. */
  readonly serverOf: (plan: PlannedAudit) => string;
  readonly pinsOf: (plan: PlannedAudit) => ServerPins;
}

type Opened = Result<OpenedLock | undefined, string>;

/** Reads the lock of a command line and finds the servers in it, before any of them is started; a sentence where it cannot. */
export async function openLock(options: LockOptions, plans: readonly PlannedAudit[], io: Io): Promise<Opened> {
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
  return ok({ name, file, lock, serverOf, pinsOf: (plan) => lock.servers.get(serverOf(plan)) ?? new Map() });
}

/** Pins the tools of each server as they are now. Says in a sentence what it did. */
export async function updateLock(
  { lock, file, name }: OpenedLock,
  servers: ReadonlyMap<string, readonly PrintedTool[]>,
  io: Io,
): Promise<Result<string, string>> {
  let updated = lock;
  for (const [server, tools] of servers) {
    const pins = lock.servers.get(server) ?? new Map();
    updated = withServerPins(updated, server, repin(pins, tools, io.now().toISOString()));
  }
  const { pinned, removed } = countChanges(lock, updated);
  if (pinned + removed === 0 && printLock(lock) === printLock(updated)) return ok(`${name} is up to date`);
  const beside = `${file}.${randomUUID()}`;
  try {
    // Whole or not at all: half a lock would let tools pass as new ones.
    await writeFile(beside, printLock(updated));
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    return err(`The lock ${name} cannot be written: ${toMessage(error)}`);
  }
  return ok(`wrote ${name}: ${pinned} pinned, ${removed} removed; have the difference reviewed`);
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
        ? `The lock ${name} does not exist; --update-lock makes it.`
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
  const those = known.length === 0 ? '' : `; it has: ${known.join(', ')}`;
  if (server === undefined) return err(`Say with --lock-server what ${name} calls this server${those}.`);
  // Otherwise a typing error would make every tool a new one, and the audit would pass.
  if (!lock.servers.has(server) && !isUpdate) {
    return err(`The lock ${name} has no server '${server}'${those}. --update-lock pins its tools.`);
  }
  return ok(server);
}

function countChanges(before: Lock, after: Lock): { readonly pinned: number; readonly removed: number } {
  let [pinned, removed] = [0, 0];
  for (const [server, pins] of after.servers) {
    const old = before.servers.get(server) ?? new Map();
    for (const [tool, pin] of pins) if (old.get(tool) !== pin) pinned++;
    for (const tool of old.keys()) if (!pins.has(tool)) removed++;
  }
  return { pinned, removed };
}
