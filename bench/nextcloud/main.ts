import { runParts } from '../run-parts.ts';
import { closeServers } from './connection.ts';
import { measureManyNotes } from './many-notes.ts';
import { measureOverhead } from './overhead.ts';
import { measureSemantic } from './semantic.ts';

/**
 * `nextcloud [--quick] [--only overhead|notes|semantic]`: compares a call through toolmark-nextcloud with the same raw
 * request to the same emulator, lists and searches 10,000 notes, and measures the index of semantic search.
 */
export function nextcloudBench(args: readonly string[]): Promise<void> {
  const parts = { overhead: measureOverhead, notes: measureManyNotes, semantic: measureSemantic };
  return runParts(args, parts, closeServers);
}
