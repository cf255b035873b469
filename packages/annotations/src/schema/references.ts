import { isJsonObject, type JsonSchema } from '../definition.ts';

/** More than any hand-written schema has; a schema from the wire can be built to make a reader run for ever. */
const MAX_NODES = 50_000;

/**
 * The references of a schema that lead nowhere inside it. References to other documents are not followed.
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
    // One by one: as arguments of one call, a list of 300,000 values would overflow the stack.
    if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) open.push(child);
  }
  return [...dangling];
}

function resolves(root: JsonSchema, reference: string): boolean {
  // An anchor (`#note`) is looked up by name, which no server seen so far uses; it gets the benefit of the doubt.
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
