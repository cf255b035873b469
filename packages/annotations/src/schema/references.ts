import { isJsonObject, type JsonSchema } from '../definition.ts';

/** More than any hand-written schema has; a hostile schema could make the walk run very long. */
const MAX_NODES = 50_000;

/**
 * The references of a schema whose target does not exist in it. References to other documents are not followed.
 *
 * @example
 * danglingReferences({ $ref: '#/$defs/Note' }) // ['#/$defs/Note']
 */
export function danglingReferences(schema: JsonSchema): readonly string[] {
  const dangling = new Set<string>();
  const open: unknown[] = [schema];
  for (let visited = 0; open.length > 0 && visited < MAX_NODES; visited++) {
    const node = open.pop();
    if (isJsonObject(node)) {
      const { $ref } = node;
      if (typeof $ref === 'string' && $ref.startsWith('#') && !resolves(schema, $ref)) dangling.add($ref);
    }
    // Push one at a time: spreading 300,000 values into one call would overflow the stack.
    if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) open.push(child);
  }
  return [...dangling];
}

function resolves(root: JsonSchema, reference: string): boolean {
  // Anchors (`#note`) are not resolved and count as valid: no server seen so far uses them.
  if (reference !== '#' && !reference.startsWith('#/')) return true;
  let node: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decodePointer(part);
    if (Array.isArray(node)) node = node[Number(key)];
    else if (isJsonObject(node)) node = Object.hasOwn(node, key) ? node[key] : undefined;
    else return false;
  }
  return node !== undefined;
}

function decodePointer(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
