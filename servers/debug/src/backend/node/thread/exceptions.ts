import type { Answer } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread, Pause, ThrownException } from '../debuggee.ts';
import { isOfType } from '../inspect/exception.ts';
import { isOwn } from './step-on.ts';

/** Tells V8 at which exceptions to stop. */
export function pauseOnExceptions(
  debuggee: Debuggee,
  thread: JsThread,
): Promise<Answer<'Debugger.setPauseOnExceptions'>> {
  thread.otherExceptions.clear();
  const { caught, uncaught } = debuggee.exceptions;
  const state = caught || (uncaught && runsModules(debuggee, thread)) ? 'all' : uncaught ? 'uncaught' : 'none';
  return thread.session.send('Debugger.setPauseOnExceptions', { state });
}

/**
 * Node's loader catches and rethrows the exceptions of a module's top-level code, so V8 reports them as caught. While
 * modules may still load, stop at all exceptions, and continue from those that are really caught.
 */
const runsModules = ({ isLaunched }: Debuggee, { scripts }: JsThread): boolean =>
  isLaunched && scripts.named().some(({ isModule, isSystem }) => isModule && !isSystem);

/** The thrown value, if an exception is the reason for the stop. */
export function thrownIn(thread: JsThread, event: Protocol.Debugger.PausedEvent): ThrownException | undefined {
  if (event.reason !== 'exception' && event.reason !== 'promiseRejection') return undefined;
  // The inspector puts the thrown value here, with one additional property.
  const data = event.data as (Protocol.Runtime.RemoteObject & { readonly uncaught?: boolean }) | undefined;
  if (data === undefined) return undefined;
  const isUncaught = data.uncaught === true || (event.reason === 'promiseRejection' && endsInModule(thread, event));
  return { value: data, isUncaught };
}

/** Whether it propagates out of a module's top-level code, with no frame of the program below. */
function endsInModule(thread: JsThread, { callFrames }: Protocol.Debugger.PausedEvent): boolean {
  const last = callFrames.findLast(({ location }) => thread.scripts.get(location.scriptId)?.isSystem === false);
  return last !== undefined && last.functionName === '' && !last.scopeChain.some(({ type }) => type === 'local');
}

/** Whether the engine wants it; internal exceptions of the runtime are ignored. */
export function isWanted(
  debuggee: Debuggee,
  thread: JsThread,
  exception: ThrownException,
  frames: readonly Protocol.Debugger.CallFrame[],
): boolean {
  const { caught, uncaught } = debuggee.exceptions;
  if (exception.isUncaught) return uncaught || caught;
  return caught && frames.some((frame) => isOwn(thread, frame));
}

/** Asking for the type takes a round trip, so the answer is kept for the class of the value and where it was thrown. */
export function exceptionKey({ exception, frames }: Pause): string {
  const { value } = exception ?? {};
  const { scriptId, lineNumber, columnNumber } = frames[0]?.location ?? {};
  return [value?.type, value?.className, scriptId, lineNumber, columnNumber].join(':');
}

/** Whether the thrown value has one of the wanted types. Stop once too often rather than miss one. */
export async function isOfWantedType(debuggee: Debuggee, thread: JsThread): Promise<boolean> {
  const { types } = debuggee.exceptions;
  if (types === undefined) return true;
  for (const { type, includeSubtypes } of types) {
    const matches = await isOfType(debuggee, thread.id, { type, includesSubtypes: includeSubtypes });
    if (!matches.ok || matches.value) return true;
  }
  return false;
}
