import { parseArgs } from 'node:util';
import { measureCache } from './cache.ts';
import { measureDecide } from './decide.ts';
import { measurePrompts } from './prompts.ts';

/**
 * `policy [--quick] [--only decide|cache|prompts]`: measures the cost of a decision, the gain of a cached answer, and
 * how often a person is asked.
 */
export async function policyBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const { quick, only } = values;
  if (only === undefined || only === 'decide') measureDecide(quick);
  if (only === undefined || only === 'cache') await measureCache(quick);
  if (only === undefined || only === 'prompts') measurePrompts();
}
