import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef } from '../../facts.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread, Pause } from '../debuggee.ts';
import { fail } from './handles.ts';

export interface StoppedThread {
  readonly thread: JsThread;
  readonly pause: Pause;
}

/** A stopped thread. */
export function stoppedThread(debuggee: Debuggee, id: number): Outcome<StoppedThread> {
  const thread = debuggee.threads.get(id);
  if (thread === undefined) return fail('INVALID_THREAD', `There is no thread ${id}. List them with threads_list.`);
  const { pause } = thread;
  if (pause === undefined)
    return fail('NOT_PAUSED', `Thread ${id} (${thread.name}) is running. Pause the program first.`);
  return ok({ thread, pause });
}

export interface LiveFrame extends StoppedThread {
  readonly frame: Protocol.Debugger.CallFrame;
  /** The program is idle: there are globals but no variables. */
  readonly isIdle: boolean;
}

/** A frame of the current stop. */
export function liveFrame(debuggee: Debuggee, ref: FrameRef): Outcome<LiveFrame> {
  const stopped = stoppedThread(debuggee, ref.thread);
  if (!stopped.ok) return stopped;
  const { pause } = stopped.value;
  const frame = pause.frames[ref.index];
  if (frame !== undefined) return ok({ ...stopped.value, frame, isIdle: false });
  if (ref.index === 0 && pause.own !== undefined) return ok({ ...stopped.value, frame: pause.own, isIdle: true });
  const count = pause.frames.length;
  if (ref.index < count + pause.parents.length) {
    return fail(
      'INVALID_FRAME',
      `Frame ${ref.index} is an asynchronous caller: it has returned, and its variables are gone.`,
    );
  }
  return fail('INVALID_FRAME', `There is no frame ${ref.index}; thread ${ref.thread} has ${count}, counted from 0.`);
}
