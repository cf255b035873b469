import type { BackendEvent } from '../../backend.ts';
import type { Entry } from '../breakpoint/breakpoint-registry.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread, Pause, ThrownException } from '../debuggee.ts';
import type { StoppedThread } from '../inspect/frame.ts';
import { createHandles } from '../inspect/handles.ts';
import { locate } from '../source/locate.ts';
import { OWN_URL } from '../source/script-table.ts';
import { MAIN_THREAD } from './create-thread.ts';
import { exceptionKey, isOfWantedType, isWanted, thrownIn } from './exceptions.ts';
import { isAtLoad, isHandled } from './load-exceptions.ts';
import { moveOn } from './move.ts';
import { continueStep, passOver } from './step-on.ts';

type PausedEvent = Protocol.Debugger.PausedEvent;
type Reason = Extract<BackendEvent, { kind: 'stopped' }>['reason'];

const MAX_PARENTS = 50;

/** Handles a stop of an isolate: reports it, unless it was caused by the debugger. */
export function handlePaused(debuggee: Debuggee, thread: JsThread, event: PausedEvent): void {
  const pause = toPause(thread, event);
  const hits = hitsOf(debuggee, thread, event);
  thread.pause = pause;
  const stopped = { thread, pause, event, hits };
  if (pause.exception === undefined || isStart(event)) report(debuggee, stopped);
  else if (thread.otherExceptions.has(exceptionKey(pause))) passOver(stopped);
  else void judgeException(debuggee, stopped, pause.exception);
}

async function judgeException(
  debuggee: Debuggee,
  stopped: Stopped,
  { value, isUncaught }: ThrownException,
): Promise<void> {
  const { thread, pause } = stopped;
  // V8 regards an exception as caught if the loader catches it, so look for a handler of the program.
  const isLoading = isAtLoad(thread, pause);
  const exception = { value, isUncaught: isLoading ? !(await isHandled(thread, pause.frames)) : isUncaught };
  if (!isWanted(debuggee, thread, exception, pause.frames)) return passOver(stopped);
  const isMeant = await isOfWantedType(debuggee, thread);
  if (thread.pause !== pause) return;
  if (isMeant) {
    thread.pause = { ...pause, exception };
    report(debuggee, { ...stopped, pause: thread.pause });
    return;
  }
  thread.otherExceptions.add(exceptionKey(pause));
  passOver(stopped);
}

function report(debuggee: Debuggee, stopped: Stopped): void {
  const reason = reasonOf(debuggee, stopped);
  if (reason === undefined) return;
  const { thread, pause, hits } = stopped;
  // The program has started, although its own first line may still be to come.
  thread.entered.resolve();
  if (thread.asked.kind !== 'enter') thread.asked = { kind: 'run' };
  reportStop(debuggee, { thread, pause, reason, hits });
}

interface Stopped extends StoppedThread {
  readonly event: PausedEvent;
  readonly hits: Hits;
}

/** The reason for the stop; `undefined` if it was resumed. */
function reasonOf(debuggee: Debuggee, stopped: Stopped): Reason | undefined {
  const { thread, pause, event, hits } = stopped;
  if (isStart(event)) return start(debuggee, stopped);
  if (pause.exception !== undefined) return 'exception';
  const { asked } = thread;
  if (asked.kind === 'enter' && (hits.entries.length > 0 || isAtEntry(asked, event))) return enter(stopped, asked);
  if (hits.entries.length > 0) return 'breakpoint';
  // A breakpoint that was removed while it was being hit.
  if ((event.hitBreakpoints?.length ?? 0) > 0 && asked.kind === 'run') return resumeUnreported(thread);
  if (asked.kind === 'pause') return 'pause';
  if (asked.kind !== 'step') return 'statement';
  return continueStep(debuggee, stopped) ? undefined : 'step';
}

/** The first stop of an isolate; only the main thread stops there, because the request was for the program. */
function start({ program }: Debuggee, stopped: Stopped): Reason | undefined {
  const { thread, pause, hits } = stopped;
  const [top] = pause.frames;
  const script = top === undefined ? undefined : thread.scripts.get(top.location.scriptId);
  if (script?.isModule === true && hits.entries.length === 0) {
    // The modules that it imports are linked before it.
    const main = thread.scripts.named().find(({ file, isModule }) => isModule && file === program);
    void runToFirstStatement(thread, (main ?? script).id);
    return undefined;
  }
  if (thread.id === MAIN_THREAD) return 'entry';
  return hits.entries.length > 0 ? 'breakpoint' : resumeUnreported(thread);
}

/** A module starts when it is linked, before the modules that it imports run: its first statement comes after them. */
async function runToFirstStatement(thread: JsThread, scriptId: string): Promise<void> {
  const places = await thread.session.send('Debugger.getPossibleBreakpoints', {
    start: { scriptId, lineNumber: 0, columnNumber: 0 },
    restrictToFunction: true,
  });
  const [first, second] = places.ok ? places.value.locations : [];
  const isBeginning = first?.lineNumber === 0 && first.columnNumber === 0;
  const location = (isBeginning ? second : undefined) ?? first ?? { scriptId, lineNumber: 0, columnNumber: 0 };
  const set = await thread.session.send('Debugger.setBreakpoint', { location });
  thread.asked = { kind: 'enter', breakpoint: set.ok ? set.value.breakpointId : undefined };
  void moveOn(thread);
}

const isAtEntry = ({ breakpoint }: Extract<JsThread['asked'], { kind: 'enter' }>, event: PausedEvent): boolean =>
  breakpoint !== undefined && event.hitBreakpoints?.includes(breakpoint) === true;

/** The first statement of the main module, or a breakpoint in a module that it imports. */
function enter(
  { thread, hits }: Stopped,
  { breakpoint }: Extract<JsThread['asked'], { kind: 'enter' }>,
): Reason | undefined {
  if (breakpoint !== undefined) void thread.session.send('Debugger.removeBreakpoint', { breakpointId: breakpoint });
  thread.asked = { kind: 'run' };
  if (thread.id === MAIN_THREAD) return 'entry';
  return hits.entries.length > 0 ? 'breakpoint' : resumeUnreported(thread);
}

function resumeUnreported(thread: JsThread): undefined {
  void moveOn(thread);
  return undefined;
}

function reportStop(
  debuggee: Debuggee,
  stop: Pick<Stopped, 'thread' | 'pause' | 'hits'> & { readonly reason: Reason },
): void {
  const { thread, pause, reason, hits } = stop;
  const [first] = hits.entries;
  // For an exception thrown inside the runtime, report the frame that called it.
  const own = pause.frames.find(({ location }) => thread.scripts.get(location.scriptId)?.isSystem === false);
  const shown = reason === 'exception' ? (own ?? pause.frames[0]) : pause.frames[0];
  debuggee.emit({
    kind: 'stopped',
    thread: thread.id,
    reason,
    breakpoints: hits.entries.map(({ wanted }) => wanted.id),
    location: shown === undefined ? undefined : locate(debuggee, thread, shown.location, shown.functionName).location,
    allStopped: [...debuggee.threads.values()].every((each) => each.pause !== undefined),
    ...(pause.exception === undefined ? {} : { isFirstChance: !pause.exception.isUncaught }),
    ...(first === undefined || !hits.isCounted ? {} : { hits: debuggee.breakpoints.countOf(first.wanted.id) }),
  });
}

interface Hits {
  readonly entries: readonly Entry[];
  /** Whether their hit conditions have been applied. */
  readonly isCounted: boolean;
}

/**
 * The breakpoints at this stop: those whose condition was true reported themselves before, the others are counted now.
 */
function hitsOf({ breakpoints }: Debuggee, thread: JsThread, event: PausedEvent): Hits {
  const ids = new Set(thread.held);
  thread.held.clear();
  const placed = [...breakpoints.placedIn(thread.id).values()].filter(({ id }) => event.hitBreakpoints?.includes(id));
  let isCounted = true;
  for (const { entries, condition } of placed) {
    if (condition !== undefined && entries.some((entry) => ids.has(entry))) continue;
    for (const id of entries) {
      const wanted = breakpoints.entries.get(id)?.wanted;
      if (wanted === undefined || wanted.trace !== undefined) continue;
      // It could not run our function, so it was not counted.
      if (wanted.hits !== undefined) isCounted = false;
      ids.add(id);
      breakpoints.count(id);
    }
  }
  return { entries: [...ids].flatMap((id) => breakpoints.entries.get(id) ?? []), isCounted };
}

function toPause(thread: JsThread, event: PausedEvent): Pause {
  const isOwn = ({ location }: Protocol.Debugger.CallFrame) => thread.scripts.get(location.scriptId)?.url === OWN_URL;
  const frames = event.callFrames.filter((frame) => !isOwn(frame));
  return {
    frames,
    own: frames.length === 0 ? event.callFrames[0] : undefined,
    parents: frames.length === 0 ? [] : parentsOf(event.asyncStackTrace),
    exception: thrownIn(thread, event),
    handles: createHandles(thread.id),
  };
}

function parentsOf(trace: Protocol.Runtime.StackTrace | undefined): readonly Protocol.Runtime.CallFrame[] {
  const parents: Protocol.Runtime.CallFrame[] = [];
  for (let at = trace; at !== undefined && parents.length < MAX_PARENTS; at = at.parent) parents.push(...at.callFrames);
  return parents.slice(0, MAX_PARENTS);
}

/** V8 may give several reasons for one stop. */
function isStart({ reason: said, data }: PausedEvent): boolean {
  // Node has reasons that the browser protocol lacks.
  const reason: string = said;
  if (reason !== 'ambiguous') return reason === 'Break on start';
  const reasons: unknown = data?.['reasons'];
  return Array.isArray(reasons) && reasons.some((each) => each?.reason === 'Break on start');
}
