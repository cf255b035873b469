import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { ObjectIdentity, ReferenceList, ValueRef } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { fail, findHandle } from '../inspect/handles.ts';
import { heapIdOf } from './identity.ts';
import type { HeapEdge, HeapNode, HeapSnapshot } from './snapshot.ts';
import { snapshotOf } from './take-snapshot.ts';

type Kind = ReferenceList['references'][number]['kind'];

/** The order of reference kinds: the program's own come first. */
const ORDER: readonly Kind[] = ['field', 'element', 'closure', 'root', 'internal'];

/** Incoming and outgoing references from a heap snapshot, without those of the debugger. */
export async function referencesOf(
  debuggee: Debuggee,
  ref: ValueRef,
  wanted: { readonly direction: 'outbound' | 'inbound'; readonly most: number },
): Promise<Outcome<ReferenceList>> {
  const found = findHandle(debuggee, ref);
  if (!found.ok) return found;
  const { thread, objectId } = found.value;
  const { pause } = thread;
  if (pause === undefined) return fail('NOT_PAUSED', 'The program is running.');
  // Get the id before the snapshot, so that the snapshot contains it.
  const id = await heapIdOf(thread, pause, objectId);
  const snapshot = await snapshotOf(thread, pause);
  if (!snapshot.ok) return snapshot;
  const node = id === undefined ? undefined : snapshot.value.node(id);
  if (node === undefined) {
    return fail(
      'INVALID_REFERENCE',
      'This value came to be after the heap was looked at in this stop, or is not on it.',
    );
  }
  const edges = edgesOf(snapshot.value, node, wanted.direction);
  const sorted = edges.toSorted((one, other) => ORDER.indexOf(kindOf(one)) - ORDER.indexOf(kindOf(other)));
  return ok({
    total: sorted.length,
    references: sorted.slice(0, wanted.most).map((edge) => ({
      source: toIdentity(edge.from),
      target: toIdentity(edge.to),
      path: pathOf(edge),
      kind: kindOf(edge),
    })),
  });
}

function edgesOf(snapshot: HeapSnapshot, node: HeapNode, direction: 'outbound' | 'inbound'): readonly HeapEdge[] {
  const edges = direction === 'outbound' ? snapshot.outbound(node) : snapshot.inbound(node);
  return edges.filter((edge) => edge.type !== 'weak' && !isOfDebugger(edge));
}

/** Handles that the inspector holds for us, and V8's internal data for the snapshot. */
const isOfDebugger = ({ from, name }: HeapEdge): boolean =>
  /DevTools console|\(Global handles\)|Debugger|\(Handle scope\)/i.test(`${from.name} ${name}`) &&
  (from.type === 'synthetic' || from.type === 'hidden');

function kindOf({ type, name, from }: HeapEdge): Kind {
  if (from.type === 'synthetic') return 'root';
  if (name === '__proto__') return 'internal';
  if (type === 'property') return 'field';
  if (type === 'element') return 'element';
  return type === 'context' ? 'closure' : 'internal';
}

function pathOf({ type, name, from }: HeapEdge): string {
  if (from.type === 'synthetic') return from.name === '' ? '(root)' : from.name;
  if (type === 'element') return `[${name}]`;
  if (type === 'property') return `.${name}`;
  return type === 'context' ? `(closure) ${name}` : `(${type}) ${name}`;
}

const toIdentity = ({ id, name, type, size }: HeapNode): ObjectIdentity => ({
  address: `@${id}`,
  typeName: type === 'object' || type === 'closure' || type === 'synthetic' ? labelOf(type, name) : type,
  size,
  isNull: false,
});

const labelOf = (type: string, name: string): string =>
  type === 'closure' ? `function ${name}`.trim() : name || 'Object';
