import { isJsonObject, type JsonSchema } from '../definition.ts';

/** More than any hand-written schema has. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 40;

/**
 * A schema without its regular expressions, which makes it a little more lenient and safe to run. Nothing where leaving them
 * out could make it stricter (`patternProperties` beside `additionalProperties`), or where it is too large to look through.
 */
export function withoutPatterns(schema: JsonSchema | boolean): JsonSchema | boolean | undefined {
  const budget = { nodes: MAX_NODES };
  const copy = strip(schema, 0, budget);
  return budget.nodes < 0 ? undefined : (copy as JsonSchema | boolean);
}

function strip(node: unknown, depth: number, budget: { nodes: number }): unknown {
  budget.nodes--;
  if (depth > MAX_DEPTH) budget.nodes = -1;
  if (budget.nodes < 0 || typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => strip(item, depth + 1, budget));
  if (isJsonObject(node) && isJsonObject(node['patternProperties'])) budget.nodes = -1;
  // A property may be called "pattern" too; only the keyword has a string there.
  const kept = Object.entries(node).filter(([key, value]) => !(key === 'pattern' && typeof value === 'string'));
  return Object.fromEntries(kept.map(([key, value]) => [key, strip(value, depth + 1, budget)]));
}
