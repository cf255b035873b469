import { readFile } from 'node:fs/promises';
import { err, type Lock, ok, type Pin, parseLock, type Result, toMessage } from '@toolmark/annotations';

/** What the file of a lock holds. */
export interface LockContent {
  /** `undefined` where there is no file. */
  readonly text: string | undefined;
  readonly lock: Lock;
}

/** `known` comes back for the same text, and its lock where there is no file. */
export async function readLock(path: string, known: LockContent): Promise<Result<LockContent, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok({ ...known, text: undefined });
    return err(`${path} cannot be read: ${toMessage(error)}. Make it readable for whoever runs the gateway.`);
  }
  if (text === known.text) return ok(known);
  const parsed = parseLock(text);
  return parsed.ok ? ok({ text, lock: parsed.value }) : err(`${path} cannot be used: ${parsed.error}.`);
}

/** A lock with the pins that were known before and are in it no more, and how many those are. */
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
