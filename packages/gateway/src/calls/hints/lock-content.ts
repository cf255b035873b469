import { readFile } from 'node:fs/promises';
import { err, type Lock, ok, type Pin, parseLock, type Result, toMessage } from '@toolmark/annotations';

/** The content of a lock file. */
export interface LockContent {
  /** `undefined` if there is no file. */
  readonly text: string | undefined;
  readonly lock: Lock;
}

/** Reads and parses the lock. Returns `known` for an unchanged text, and the lock of `known` if there is no file. */
export async function readLock(path: string, known: LockContent): Promise<Result<LockContent, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok({ ...known, text: undefined });
    return err(`${path} cannot be read: ${toMessage(error)}. Make it readable for the user that runs the gateway.`);
  }
  if (text === known.text) return ok(known);
  const parsed = parseLock(text);
  return parsed.ok ? ok({ text, lock: parsed.value }) : err(`${path} cannot be used: ${parsed.error}.`);
}

/** The lock plus all known pins that it lacks, and their number. */
export function withKnownPins(lock: Lock, known: Lock): { readonly lock: Lock; readonly kept: number } {
  const servers = new Map(lock.servers);
  let kept = 0;
  for (const [server, pins] of known.servers) {
    const there = lock.servers.get(server);
    const missing: readonly (readonly [string, Pin])[] = [...pins].filter(([tool]) => !there?.has(tool));
    if (missing.length === 0) continue;
    kept += missing.length;
    servers.set(server, new Map([...(there ?? []), ...missing]));
  }
  return kept === 0 ? { lock, kept } : { lock: { servers }, kept };
}
