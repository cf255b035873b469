import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { ObjectIdentity, ValueRef } from '../../facts.ts';
import type { Debuggee, JsThread, Pause } from '../debuggee.ts';
import { findHandle } from '../inspect/handles.ts';
import { typeOf } from '../inspect/print.ts';
import { numberObjects, snapshotOf } from './take-snapshot.ts';

/** An object's id and size. V8 moves objects, so an address would be meaningless. */
export async function identityOf(debuggee: Debuggee, ref: ValueRef): Promise<Outcome<ObjectIdentity>> {
  const found = findHandle(debuggee, ref);
  if (!found.ok) return found;
  const { thread, handle, objectId } = found.value;
  const { pause } = thread;
  const id = pause === undefined ? undefined : await heapIdOf(thread, pause, objectId);
  return ok({
    address: id === undefined ? undefined : `@${id}`,
    typeName: typeOf(handle.value),
    size: id === undefined || pause === undefined ? undefined : await sizeOf(thread, pause, id),
    isNull: false,
  });
}

/** The id of an object, stable while the program is stopped. */
export async function heapIdOf(thread: JsThread, pause: Pause, objectId: string): Promise<number | undefined> {
  for (const isLast of [false, true]) {
    const answer = await thread.session.send('HeapProfiler.getHeapObjectId', { objectId });
    const id = answer.ok ? Number(answer.value.heapSnapshotObjectId) : 0;
    if (id !== 0) return id;
    if (!isLast) await numberObjects(thread, pause);
  }
  return undefined;
}

/** Its shallow size; only if the heap is small enough for a snapshot. */
export async function sizeOf(thread: JsThread, pause: Pause, id: number): Promise<number | undefined> {
  const snapshot = await snapshotOf(thread, pause);
  return snapshot.ok ? snapshot.value.node(id)?.size : undefined;
}
