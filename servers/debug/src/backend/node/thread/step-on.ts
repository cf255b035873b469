import type { StepMode } from '../../backend.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import type { StoppedThread } from '../inspect/frame.ts';
import { locate } from '../source/locate.ts';
import { moveOn } from './move.ts';

const MOST_STEPS = 100;
/** Code of the runtime may call the program back soon; after this many steps it is left instead. */
const MOST_STEPS_INSIDE = 40;

/**
 * Whether a step has to go on, and if so, has it go on: out of the runtime and of libraries, and past code that the compiler added.
 * V8's own way to pass over code is of no use: it does not work for the code of Node, and breakpoints there would be passed over.
 */
export function continueStep(debuggee: Debuggee, { thread, pause }: StoppedThread): boolean {
  const { asked } = thread;
  const [top] = pause.frames;
  if (asked.kind !== 'step' || top === undefined || thread.stepsOn >= MOST_STEPS) return false;
  const isUnmapped = locate(debuggee, thread, top.location).isUnmapped;
  const isAstray = thread.stepsOn > 0 && asked.mode === 'over' && pause.frames.length > asked.depth;
  if (isOwn(thread, top) && !isUnmapped && !isAstray) return false;
  thread.stepsOn += 1;
  if (isOwn(thread, top)) {
    go(thread, isAstray ? 'out' : asked.mode);
    return true;
  }
  if (!pause.frames.some((frame) => isOwn(thread, frame))) {
    // The program has returned to whoever called it: it runs until something calls it again.
    thread.asked = { kind: 'run' };
    go(thread);
    return true;
  }
  go(thread, asked.mode === 'in' && thread.stepsOn < MOST_STEPS_INSIDE ? 'in' : 'out');
  return true;
}

/** Goes on with what it was doing: a step that is interrupted by a stop of our own would else be forgotten. */
export function passOver({ thread, pause }: StoppedThread): undefined {
  const { asked } = thread;
  thread.stepsOn += 1;
  if (asked.kind !== 'step') return go(thread);
  return go(thread, pause.frames.length > asked.depth && asked.mode !== 'in' ? 'out' : asked.mode);
}

/** Whether a frame runs code of the program itself. */
export function isOwn({ scripts }: JsThread, { location }: Protocol.Debugger.CallFrame): boolean {
  const script = scripts.get(location.scriptId);
  return script === undefined || !(script.isSystem || script.isLibrary);
}

function go(thread: JsThread, step?: StepMode): undefined {
  void moveOn(thread, step);
  return undefined;
}
