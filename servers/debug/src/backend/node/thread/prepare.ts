import { BINDING, INJECTED_SCRIPT } from '../breakpoint/injected-script.ts';
import { placeBreakpoints } from '../breakpoint/place-breakpoints.ts';
import type { CdpProblem } from '../cdp/dispatcher.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { OWN_URL } from '../source/script-table.ts';
import { MAIN_THREAD } from './create-thread.ts';
import { pauseOnExceptions } from './exceptions.ts';
import { handleEvent } from './handle-event.ts';

/** The number of async caller frames to keep, because V8 spends time on each. */
const ASYNC_DEPTH = 8;

/** Prepares an isolate for debugging before its code runs. Returns a reason if it fails. */
export async function prepareThread(debuggee: Debuggee, thread: JsThread): Promise<CdpProblem | undefined> {
  const { session } = thread;
  session.onEvent((event) => {
    if (event.method === 'Runtime.executionContextCreated') installInside(thread, event.params.context.id);
    handleEvent(debuggee, thread, event);
  });
  // Sent together to save round trips; answers come in order.
  const [enabled, ...rest] = await Promise.all([
    session.send('Debugger.enable', {}),
    session.send('Runtime.enable', {}),
    session.send('Runtime.addBinding', { name: BINDING }),
    session.send('Debugger.setAsyncCallStackDepth', { maxDepth: ASYNC_DEPTH }),
    pauseOnExceptions(debuggee, thread),
    // Older Node versions lack this; there the destroyed context reports the end.
    session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
  ]);
  if (!enabled.ok) return enabled.error;
  const gone = rest.find((answer) => !answer.ok && answer.error.kind !== 'refused');
  if (gone !== undefined && !gone.ok) return gone.error;
  if (thread.id === MAIN_THREAD) await session.send('NodeWorker.enable', { waitForDebuggerOnStart: true });
  await placeBreakpoints(debuggee, thread);
  return undefined;
}

/** Every context has its own globals, including those of `vm`. */
function installInside({ session }: JsThread, contextId: number): void {
  void session.send('Runtime.evaluate', {
    expression: `${INJECTED_SCRIPT}\n//# sourceURL=${OWN_URL}`,
    contextId,
    silent: true,
  });
}
