import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { ObjectIdentity, ValueRef } from '../../facts.ts';
import type { Debuggee, JsThread, Pause } from '../debuggee.ts';
import { findHandle } from '../inspect/handles.ts';
import { typeOf } from '../inspect/print.ts';
import { numberObjects, snapshotOf } from './take-snapshot.ts';

/** An object's number and size. Objects of V8 move, so they have no address that would mean anything. */
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

/** The number of an object, which is the same for as long as the program stands. */
export async function heapIdOf(thread: JsThread, pause: Pause, objectId: string): Promise<number | undefined> {
  for (const isLast of [false, true]) {
    const answer = await thread.session.send('HeapProfiler.getHeapObjectId', { objectId });
    const id = answer.ok ? Number(answer.value.heapSnapshotObjectId) : 0;
    if (id !== 0) return id;
    if (!isLast) await numberObjects(thread, pause);
  }
  return undefined;
}

/** Its own size, without what it refers to; only where the heap is small enough to be looked at. */
export async function sizeOf(thread: JsThread, pause: Pause, id: number): Promise<number | undefined> {
  const snapshot = await snapshotOf(thread, pause);
  return snapshot.ok ? snapshot.value.node(id)?.size : undefined;
}
