import { runParts } from '../run-parts.ts';
import { closeAll } from './connection.ts';
import { measureBesideOriginal, measureOverhead } from './overhead.ts';
import { measureStart } from './start.ts';

/**
 * `cloudbase [--quick] [--only overhead|original|start]`: compares a call through toolmark-cloudbase with the same
 * signed request sent directly to the same emulator, and the start, the calls and the tool list with those of
 * `@cloudbase/cloudbase-mcp`.
 */
export function cloudbaseBench(args: readonly string[]): Promise<void> {
  const parts = { overhead: measureOverhead, original: measureBesideOriginal, start: measureStart };
  return runParts(args, parts, closeAll);
}
