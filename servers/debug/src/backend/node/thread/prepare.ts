import { BINDING, INSIDE } from '../breakpoint/inside.ts';
import { placeBreakpoints } from '../breakpoint/place-breakpoints.ts';
import type { CdpProblem } from '../cdp/dispatcher.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { OWN_URL } from '../source/script-table.ts';
import { MAIN_THREAD } from './create-thread.ts';
import { pauseOnExceptions } from './exceptions.ts';
import { handleEvent } from './handle-event.ts';

/** Frames behind an await that are kept; V8 pays for each of them. */
const ASYNC_DEPTH = 8;

/** Makes an isolate ready to be debugged, before any of its code runs. Says why where it cannot. */
export async function prepareThread(debuggee: Debuggee, thread: JsThread): Promise<CdpProblem | undefined> {
  const { session } = thread;
  session.onEvent((event) => {
    if (event.method === 'Runtime.executionContextCreated') installInside(thread, event.params.context.id);
    handleEvent(debuggee, thread, event);
  });
  // In one go: they are answered in order, and waiting for each would cost a round trip each.
  const [enabled, ...rest] = await Promise.all([
    session.send('Debugger.enable', {}),
    session.send('Runtime.enable', {}),
    session.send('Runtime.addBinding', { name: BINDING }),
    session.send('Debugger.setAsyncCallStackDepth', { maxDepth: ASYNC_DEPTH }),
    pauseOnExceptions(debuggee, thread),
    // An older Node does not know it; then the end of its context tells.
    session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
  ]);
  if (!enabled.ok) return enabled.error;
  const gone = rest.find((answer) => !answer.ok && answer.error.kind !== 'refused');
  if (gone !== undefined && !gone.ok) return gone.error;
  if (thread.id === MAIN_THREAD) await session.send('NodeWorker.enable', { waitForDebuggerOnStart: true });
  await placeBreakpoints(debuggee, thread);
  return undefined;
}

/** Every context has globals of its own, those of `vm` too. */
function installInside({ session }: JsThread, contextId: number): void {
  void session.send('Runtime.evaluate', { expression: `${INSIDE}\n//# sourceURL=${OWN_URL}`, contextId, silent: true });
}
