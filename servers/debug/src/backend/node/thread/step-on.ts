import type { StepMode } from '../../backend.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import type { StoppedThread } from '../inspect/frame.ts';
import { locate } from '../source/locate.ts';
import { moveOn } from './move.ts';

const MAX_STEPS = 100;
/** The maximum number of steps in runtime code, which may soon call the program back; after that, step out. */
const MAX_STEPS_INSIDE = 40;

/**
 * Continues a step that must not stop here: in the runtime, in libraries, and in code added by a compiler. V8's own
 * blackboxing does not work for Node's code, and would skip breakpoints there.
 */
export function continueStep(debuggee: Debuggee, { thread, pause }: StoppedThread): boolean {
  const { asked } = thread;
  const [top] = pause.frames;
  if (asked.kind !== 'step' || top === undefined || thread.stepsOn >= MAX_STEPS) return false;
  const isUnmapped = locate(debuggee, thread, top.location).isUnmapped;
  const isAstray = thread.stepsOn > 0 && asked.mode === 'over' && pause.frames.length > asked.depth;
  if (isOwn(thread, top) && !isUnmapped && !isAstray) return false;
  thread.stepsOn += 1;
  if (isOwn(thread, top)) {
    go(thread, isAstray ? 'out' : asked.mode);
    return true;
  }
  if (!pause.frames.some((frame) => isOwn(thread, frame))) {
    // The program has returned to the runtime, so it runs until the next callback.
    thread.asked = { kind: 'run' };
    go(thread);
    return true;
  }
  go(thread, asked.mode === 'in' && thread.stepsOn < MAX_STEPS_INSIDE ? 'in' : 'out');
  return true;
}

/** Continues the interrupted step, which an internal stop would otherwise cancel. */
export function passOver({ thread, pause }: StoppedThread): undefined {
  const { asked } = thread;
  thread.stepsOn += 1;
  if (asked.kind !== 'step') return go(thread);
  return go(thread, pause.frames.length > asked.depth && asked.mode !== 'in' ? 'out' : asked.mode);
}

/** Whether a frame runs the program's own code. */
export function isOwn({ scripts }: JsThread, { location }: Protocol.Debugger.CallFrame): boolean {
  const script = scripts.get(location.scriptId);
  return script === undefined || !(script.isSystem || script.isLibrary);
}

function go(thread: JsThread, step?: StepMode): undefined {
  void moveOn(thread, step);
  return undefined;
}
