import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { JsThread, Pause } from '../debuggee.ts';
import { fail, failed } from '../inspect/handles.ts';
import { type HeapSnapshot, parseSnapshot } from './snapshot.ts';

/** The maximum heap size for snapshots: a snapshot is about as large as the heap, and briefly exists twice. */
const MAX_HEAP_BYTES: number = 256 * 1024 * 1024;
const TIMEOUT_MS = 50_000;

const taken = new WeakMap<Pause, Promise<Outcome<HeapSnapshot>>>();

/** The heap snapshot of this stop, taken at most once. */
export function snapshotOf(thread: JsThread, pause: Pause): Promise<Outcome<HeapSnapshot>> {
  const known = taken.get(pause) ?? takeSnapshot(thread, pause);
  taken.set(pause, known);
  return known;
}

async function takeSnapshot(thread: JsThread, pause: Pause): Promise<Outcome<HeapSnapshot>> {
  const { session } = thread;
  const usage = await session.send('Runtime.getHeapUsage', {});
  if (usage.ok && usage.value.usedSize > MAX_HEAP_BYTES) {
    const megabytes = Math.round(usage.value.usedSize / 1_048_576);
    return fail(
      'REFERENCE_ANALYSIS_FAILED',
      `The heap holds ${megabytes} MB; only heaps of up to ${MAX_HEAP_BYTES / 1_048_576} MB are searched, because the program stands meanwhile.`,
    );
  }
  const chunks: string[] = [];
  const stopListening = session.onEvent((event) => {
    if (event.method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(event.params.chunk);
  });
  await numberObjects(thread, pause);
  const answer = await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false }, TIMEOUT_MS);
  stopListening();
  if (!answer.ok) return failed('REFERENCE_ANALYSIS_FAILED', answer.error);
  const snapshot = parseSnapshot(chunks.join(''));
  return snapshot === undefined
    ? fail('REFERENCE_ANALYSIS_FAILED', 'The heap snapshot of this Node version cannot be read.')
    : ok(snapshot);
}

/** Makes V8 assign ids to all objects, which a snapshot needs. The ids are valid until the program resumes. */
export async function numberObjects({ session }: JsThread, pause: Pause): Promise<void> {
  if (!pause.handles.hasHeap) await session.send('HeapProfiler.enable', {});
  pause.handles.hasHeap = true;
  await session.send('HeapProfiler.startTrackingHeapObjects', { trackAllocations: false });
}
