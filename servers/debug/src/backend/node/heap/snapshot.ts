/** The heap's contents by V8's object ids. */
export interface HeapSnapshot {
  readonly node: (id: number) => HeapNode | undefined;
  /** The references from an object. */
  readonly outbound: (node: HeapNode) => readonly HeapEdge[];
  /** The references to an object. */
  readonly inbound: (node: HeapNode) => readonly HeapEdge[];
}

export interface HeapNode {
  readonly index: number;
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly size: number;
}

export interface HeapEdge {
  readonly type: string;
  readonly name: string | number;
  readonly from: HeapNode;
  readonly to: HeapNode;
}

interface RawSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** Parses a snapshot; `undefined` if it is invalid. */
export function parseSnapshot(text: string): HeapSnapshot | undefined {
  let raw: RawSnapshot;
  try {
    raw = JSON.parse(text);
    return index(raw);
  } catch {
    return undefined;
  }
}

function index({ snapshot: { meta }, nodes, edges, strings }: RawSnapshot): HeapSnapshot {
  const nodeAt = fieldsOf(meta.node_fields, ['type', 'name', 'id', 'self_size', 'edge_count']);
  const edgeAt = fieldsOf(meta.edge_fields, ['type', 'name_or_index', 'to_node']);
  const nodeSize = meta.node_fields.length;
  const edgeSize = meta.edge_fields.length;
  const [nodeTypes] = meta.node_types;
  const [edgeTypes] = meta.edge_types;
  const count = nodes.length / nodeSize;
  const firstEdge = new Uint32Array(count + 1);
  const byId = new Map<number, number>();
  for (let at = 0; at < count; at += 1) {
    const offset = at * nodeSize;
    byId.set(nodes[offset + nodeAt.id] ?? 0, at);
    firstEdge[at + 1] = (firstEdge[at] ?? 0) + (nodes[offset + nodeAt.edge_count] ?? 0);
  }
  const toNode = (at: number): HeapNode => {
    const offset = at * nodeSize;
    return {
      index: at,
      id: nodes[offset + nodeAt.id] ?? 0,
      type: nodeTypes[nodes[offset + nodeAt.type] ?? 0] ?? '',
      name: strings[nodes[offset + nodeAt.name] ?? 0] ?? '',
      size: nodes[offset + nodeAt.self_size] ?? 0,
    };
  };
  const toEdge = (at: number, from: number): HeapEdge => {
    const offset = at * edgeSize;
    const type = edgeTypes[edges[offset + edgeAt.type] ?? 0] ?? '';
    const label = edges[offset + edgeAt.name_or_index] ?? 0;
    const isNumbered = type === 'element' || type === 'hidden';
    const target = (edges[offset + edgeAt.to_node] ?? 0) / nodeSize;
    return { type, name: isNumbered ? label : (strings[label] ?? ''), from: toNode(from), to: toNode(target) };
  };
  return {
    node: (id) => {
      const at = byId.get(id);
      return at === undefined ? undefined : toNode(at);
    },
    outbound: (node) => {
      const found: HeapEdge[] = [];
      const end = firstEdge[node.index + 1] ?? 0;
      for (let at = firstEdge[node.index] ?? 0; at < end; at += 1) found.push(toEdge(at, node.index));
      return found;
    },
    inbound: (node) => {
      const found: HeapEdge[] = [];
      const target = node.index * nodeSize;
      let from = 0;
      for (let at = 0; at * edgeSize < edges.length; at += 1) {
        while (at >= (firstEdge[from + 1] ?? 0)) from += 1;
        if (edges[at * edgeSize + edgeAt.to_node] === target) found.push(toEdge(at, from));
      }
      return found;
    },
  };
}

/** The index of each field; `undefined` if a required field is missing. */
function fieldsOf<Name extends string>(
  fields: readonly string[],
  names: readonly Name[],
): Readonly<Record<Name, number>> {
  const at = Object.fromEntries(names.map((name) => [name, fields.indexOf(name)]));
  if (Object.values(at).includes(-1)) throw new Error('A snapshot of another kind.');
  // The check above guarantees an index for each name.
  return at as Record<Name, number>;
}
