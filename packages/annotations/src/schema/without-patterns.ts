import { isJsonObject, type JsonSchema } from '../definition.ts';

/** More than any hand-written schema has. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 40;

/** Where a part that allows more makes the whole allow less. */
const CONTRARY = new Set(['not', 'oneOf', 'if']);

/**
 * A schema without its regular expressions, which makes it a little more lenient and safe to run. Nothing where leaving them
 * out could make it stricter (`not`, `oneOf`, `patternProperties`), or where it is too large to look through.
 */
export function withoutPatterns(schema: JsonSchema | boolean): JsonSchema | boolean | undefined {
  const seen = { nodes: 0, patterns: false, contrary: false, hopeless: false };
  const copy = strip(schema, 0, seen);
  if (seen.hopeless || (seen.patterns && seen.contrary)) return undefined;
  // Stripping keeps the kind of what it is given.
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
    // A property may be called "pattern" too; only the keyword has a string there.
    if (key === 'pattern' && typeof value === 'string') seen.patterns = true;
    else kept.push([key, strip(value, depth + 1, seen)]);
  }
  return Object.fromEntries(kept);
}
