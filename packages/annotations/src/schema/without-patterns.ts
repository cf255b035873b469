import { isJsonObject, type JsonSchema } from '../definition.ts';

/** More than any hand-written schema has. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 40;

/** Keywords under which a more lenient part makes the whole schema stricter. */
const CONTRARY = new Set(['not', 'oneOf', 'if']);

/**
 * A schema without its regular expressions, which makes it slightly more lenient and safe to run. `undefined` if
 * removal could make it stricter (`not`, `oneOf`, `patternProperties`) or if the schema is too large.
 */
export function withoutPatterns(schema: JsonSchema | boolean): JsonSchema | boolean | undefined {
  const seen = { nodes: 0, patterns: false, contrary: false, hopeless: false };
  const copy = strip(schema, 0, seen);
  if (seen.hopeless || (seen.patterns && seen.contrary)) return undefined;
  // Removing patterns keeps the type of the input.
  return copy as JsonSchema | boolean;
}

interface Seen {
  nodes: number;
  patterns: boolean;
  contrary: boolean;
  hopeless: boolean;
}

function strip(node: unknown, depth: number, seen: Seen): unknown {
  seen.nodes++;
  seen.hopeless ||= depth > MAX_DEPTH || seen.nodes > MAX_NODES;
  if (seen.hopeless || typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => strip(item, depth + 1, seen));
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    seen.hopeless ||= key === 'patternProperties' && isJsonObject(value);
    seen.contrary ||= CONTRARY.has(key);
    // A property may also be called "pattern", but only the keyword has a string value.
    if (key === 'pattern' && typeof value === 'string') seen.patterns = true;
    else kept.push([key, strip(value, depth + 1, seen)]);
  }
  return Object.fromEntries(kept);
}
