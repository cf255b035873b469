import { parseArgs } from 'node:util';
import { measureCache } from './cache.ts';
import { measureDecide } from './decide.ts';

/** `policy [--quick] [--only decide|cache]`: what it costs a call to be decided about, and what an answer that was kept saves. */
export async function policyBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  if (values.only !== 'cache') measureDecide(values.quick);
  if (values.only !== 'decide') await measureCache(values.quick);
}
