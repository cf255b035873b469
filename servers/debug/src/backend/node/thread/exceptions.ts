import type { Answer } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread, ThrownException } from '../debuggee.ts';
import { isOwn } from './step-on.ts';

/** Tells V8 which exceptions are worth a stop. */
export function pauseOnExceptions(
  debuggee: Debuggee,
  thread: JsThread,
): Promise<Answer<'Debugger.setPauseOnExceptions'>> {
  const { caught, uncaught } = debuggee.exceptions;
  const state = caught || (uncaught && runsModules(debuggee, thread)) ? 'all' : uncaught ? 'uncaught' : 'none';
  return thread.session.send('Debugger.setPauseOnExceptions', { state });
}

/**
 * Node's loader catches what the code of a module throws, only to throw it again; so V8 takes it for caught. While modules may
 * still be loaded, all are looked at, and those that really are caught go on.
 */
const runsModules = ({ isLaunched }: Debuggee, { scripts }: JsThread): boolean =>
  isLaunched && scripts.named().some(({ isModule, isSystem }) => isModule && !isSystem);

/** What was thrown, where that is why it stopped. */
export function thrownIn(thread: JsThread, event: Protocol.Debugger.PausedEvent): ThrownException | undefined {
  if (event.reason !== 'exception' && event.reason !== 'promiseRejection') return undefined;
  // The inspector puts the thrown value here, with one property more.
  const data = event.data as (Protocol.Runtime.RemoteObject & { readonly uncaught?: boolean }) | undefined;
  if (data === undefined) return undefined;
  const isUncaught = data.uncaught === true || (event.reason === 'promiseRejection' && endsInModule(thread, event));
  return { value: data, isUncaught };
}

/** Whether it leaves the code of a module, with nothing of the program below. */
function endsInModule(thread: JsThread, { callFrames }: Protocol.Debugger.PausedEvent): boolean {
  const last = callFrames.findLast(({ location }) => thread.scripts.get(location.scriptId)?.isSystem === false);
  return last !== undefined && last.functionName === '' && !last.scopeChain.some(({ type }) => type === 'local');
}

/** Whether it is one that the engine wants to hear of: the runtime's own business is not. */
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
