import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject, toMessage } from '@toolmark/annotations';
import { type Log, replaceFile } from '@toolmark/base';
import { readJsonFile } from '@toolmark/reach';
import type { Verdict } from '../connection.ts';
import type { VerdictMemory } from '../deps.ts';
import { VERDICT_LIFE_MS, VERDICTS_KEPT } from '../limits.ts';
import { targetKey } from './target-key.ts';

/** A verdict memory that survives the process. */
export interface VerdictFile extends VerdictMemory {
  /** Resolves when changes are on disk, or failed to be written. */
  readonly flush: () => Promise<void>;
}

export interface VerdictFileDeps {
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface KeptVerdict extends Verdict {
  /** The time of detection. */
  readonly at: number;
}

/**
 * Stores verdicts in a JSON file. They only save detection, so errors are not fatal: an unreadable file counts as
 * empty, and a failed write is logged once.
 *
 * @example
 * const verdicts = await createVerdictFile(join(data, 'verdicts.json'), { log, now: Date.now });
 */
export async function createVerdictFile(path: string, { log, now }: VerdictFileDeps): Promise<VerdictFile> {
  const verdictsByKey = await load(path, log);
  let writing: Promise<void> | undefined;
  let isDirty = false;
  let hasComplained = false;

  const isFresh = ({ at }: KeptVerdict): boolean => Math.abs(now() - at) < VERDICT_LIFE_MS;

  const write = async (): Promise<void> => {
    while (isDirty) {
      isDirty = false;
      const content = { version: VERSION, verdicts: Object.fromEntries(verdictsByKey) };
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await replaceFile(path, `${JSON.stringify(content, undefined, 2)}\n`);
      } catch (error) {
        if (!hasComplained) log.warn({ path, error: toMessage(error) }, 'verdicts about servers cannot be written');
        hasComplained = true;
      }
    }
    writing = undefined;
  };

  const save = (): void => {
    isDirty = true;
    writing ??= write();
  };

  return {
    get: (target) => {
      const key = targetKey(target);
      const known = key === undefined ? undefined : verdictsByKey.get(key);
      return known && isFresh(known) ? { era: known.era, transport: known.transport } : undefined;
    },
    set: (target, { era, transport }) => {
      const key = targetKey(target);
      if (key === undefined) return;
      const known = verdictsByKey.get(key);
      // Confirming a verdict does not renew it; otherwise a server in daily use would never be detected again.
      if (known?.era === era && known.transport === transport && isFresh(known)) return;
      // Delete first to re-insert it as the newest: the oldest are evicted.
      verdictsByKey.delete(key);
      verdictsByKey.set(key, { era, transport, at: now() });
      forgetOldest(verdictsByKey);
      save();
    },
    forget: (target) => {
      const key = targetKey(target);
      if (key !== undefined && verdictsByKey.delete(key)) save();
    },
    flush: async () => {
      await writing;
    },
  };
}

const VERSION = 1;
const ERAS: readonly unknown[] = ['modern', 'legacy'];
const TRANSPORTS: readonly unknown[] = ['stdio', 'http', 'sse'];

async function load(path: string, log: Pick<Log, 'warn'>): Promise<Map<string, KeptVerdict>> {
  const read = await readJsonFile(path);
  if (!read.ok) {
    const { kind, problems } = read.error;
    const reason = problems.map(({ message }) => message).join('; ');
    if (kind !== 'no-such-file')
      log.warn({ path, reason }, 'verdicts about servers cannot be read; they are detected again');
    return new Map();
  }
  const verdicts = isJsonObject(read.value) && read.value['version'] === VERSION ? read.value['verdicts'] : undefined;
  if (!isJsonObject(verdicts)) {
    log.warn(
      { path, reason: 'it has an unknown format' },
      'verdicts about servers cannot be read; they are detected again',
    );
    return new Map();
  }
  const verdictsByKey = new Map(
    Object.entries(verdicts).filter((entry): entry is [string, KeptVerdict] => isVerdict(entry[1])),
  );
  forgetOldest(verdictsByKey);
  return verdictsByKey;
}

function isVerdict(value: unknown): value is KeptVerdict {
  return (
    isJsonObject(value) &&
    ERAS.includes(value['era']) &&
    TRANSPORTS.includes(value['transport']) &&
    Number.isFinite(value['at'])
  );
}

function forgetOldest(verdictsByKey: Map<string, KeptVerdict>): void {
  for (const key of verdictsByKey.keys()) {
    if (verdictsByKey.size <= VERDICTS_KEPT) return;
    verdictsByKey.delete(key);
  }
}
