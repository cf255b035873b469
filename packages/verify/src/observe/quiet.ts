import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Layer } from '../isolation/sandbox.ts';

const POLL_MS = 30;

/**
 * Waits until nothing was written for a while, but not longer than `longestMs`. A tool may answer first and write later.
 */
export async function waitUntilQuiet(
  layers: readonly Layer[],
  quietMs: number,
  longestMs: number,
  signal: AbortSignal,
): Promise<void> {
  const ends = performance.now() + longestMs;
  let last = markOf(layers);
  let since = performance.now();
  while (performance.now() < ends && performance.now() - since < quietMs) {
    await delay(Math.min(POLL_MS, quietMs), undefined, { signal });
    const now = markOf(layers);
    if (now === last) continue;
    last = now;
    since = performance.now();
  }
}

/** Changes whenever a file of a layer was written. */
function markOf(layers: readonly Layer[]): string {
  const parts: string[] = [];
  const walk = (directory: string): void => {
    for (const name of readNames(directory)) {
      const path = join(directory, name);
      try {
        const stats = lstatSync(path);
        parts.push(`${path} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`);
        if (stats.isDirectory()) walk(path);
      } catch {
        // It was removed meanwhile, which the next mark shows.
      }
    }
  };
  for (const { upper } of layers) walk(upper);
  return parts.join('\n');
}

function readNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
