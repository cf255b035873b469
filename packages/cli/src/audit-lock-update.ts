import {
  compareLock,
  EMPTY_LOCK,
  err,
  type Lock,
  ok,
  type PrintedTool,
  parseLock,
  printLock,
  type Result,
  repin,
  toMessage,
  withServerPins,
} from '@toolmark/annotations';
import { safeText } from '@toolmark/audit';
import type { OpenedLock } from './audit-lock.ts';
import { changeLockFile } from './audit-lock-file.ts';
import { confirmAction } from './confirm-action.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { plural } from './text/amounts.ts';

export interface LockUpdateOptions {
  /** Pins tools that allow more than before without asking. */
  readonly yes?: boolean;
  /** Removes pins of tools that are no longer offered. */
  readonly prune?: boolean;
  readonly color?: boolean;
}

/** The offered tools by the server names of the lock. */
type Offers = ReadonlyMap<string, readonly PrintedTool[]>;

interface NotUpdated {
  readonly code: ExitCode;
  readonly message: string;
}

/**
 * Pins the current tools of each server, and asks if one allows more than before. Returns a sentence about the result.
 */
export async function updateLock(
  { lock, file, name }: OpenedLock,
  offers: Offers,
  options: LockUpdateOptions,
  io: Io,
): Promise<Result<string, NotUpdated>> {
  const relaxed = relaxedIn(lock, offers);
  if (relaxed.length > 0) {
    const agreed = await confirmAction(toProposal(name, relaxed), options, io);
    if (!agreed.ok) return err({ code: EXIT.findings, message: agreed.error.message });
  }
  const broken = (message: string) => err({ code: EXIT.couldNotRun, message });
  let sentence = '';
  try {
    const written = await changeLockFile(file, (text) => {
      const before = text === undefined ? ok(EMPTY_LOCK) : parseLock(text);
      if (!before.ok) return err(`it was changed in the meantime, and ${before.error}`);
      const others = relaxedIn(before.value, offers).filter((sight) => !relaxed.includes(sight));
      if (others.length > 0 && !options.yes) return err('it was changed in the meantime; check the tools again');
      const after = repinAll(before.value, offers, options.prune ?? false, io.now().toISOString());
      const { pinned, removed } = countChanges(before.value, after);
      const isSame = text !== undefined && pinned + removed === 0 && printLock(before.value) === printLock(after);
      sentence = isSame
        ? `${name} is up to date`
        : `wrote ${name}: ${pinned} pinned, ${removed} removed; have the difference reviewed`;
      return ok(isSame ? undefined : printLock(after));
    });
    return written.ok ? ok(sentence) : broken(`The lock ${name} was not written: ${written.error}.`);
  } catch (error) {
    return broken(`The lock ${name} cannot be written: ${toMessage(error)}`);
  }
}

function toProposal(name: string, relaxed: readonly string[]): Parameters<typeof confirmAction>[0] {
  const shown = relaxed.map(safeText);
  const those = `${plural(relaxed.length, 'tool')} that ${relaxed.length === 1 ? 'allows' : 'allow'} more than before`;
  return {
    lines: () => shown,
    question: `Pin ${those} in ${safeText(name)}?`,
    otherwise: `${safeText(name)} was not written: ${plural(relaxed.length, 'tool')} ${relaxed.length === 1 ? 'allows' : 'allow'} more than before, and there is no terminal to ask in: ${shown.join('; ')}.`,
    declined: `${safeText(name)} was not written.`,
  };
}

/** One sentence for each tool that allows more than its pin. */
function relaxedIn(lock: Lock, offers: Offers): readonly string[] {
  return [...offers].flatMap(([server, tools]) =>
    compareLock(lock.servers.get(server) ?? new Map(), tools)
      .filter(({ kind }) => kind === 'relaxed')
      .map(({ message }) => `${server}: ${message}`),
  );
}

function repinAll(lock: Lock, offers: Offers, isPruned: boolean, at: string): Lock {
  let updated = lock;
  for (const [server, tools] of offers) {
    const pins = lock.servers.get(server) ?? new Map();
    const now = repin(pins, tools, at);
    // Keep pins of missing tools, so that a tool cannot return as a new one.
    updated = withServerPins(updated, server, isPruned ? now : new Map([...pins, ...now]));
  }
  return updated;
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
