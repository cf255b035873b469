import { abandonChild } from '../../process/child.ts';
import { killGroup, killTree } from '../../process/group.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { BINDING } from '../breakpoint/injected-script.ts';
import type { CdpSession } from '../cdp/dispatcher.ts';
import { END_MS } from '../process/start-process.ts';
import { resumeAll } from '../thread/move.ts';
import type { Target } from './target.ts';

const ANSWER_MS = 1_000;

/** Detaches from a process, or ends it with everything it started. */
export async function detachFrom(target: Target, terminate: boolean): Promise<void> {
  const { debuggee, connection, started } = target;
  if (terminate) return end(target);
  if (!target.hasEnded) {
    const { main } = debuggee;
    await Promise.all([
      main.send('Debugger.setPauseOnExceptions', { state: 'none' }, ANSWER_MS),
      main.send('Debugger.setBreakpointsActive', { active: false }, ANSWER_MS),
      main.send('Runtime.removeBinding', { name: BINDING }, ANSWER_MS),
      main.send('Runtime.evaluate', { expression: `delete globalThis.${BINDING}`, silent: true }, ANSWER_MS),
    ]);
    await resumeAll(debuggee);
    if (target.isInspectorOurs) await closeInspector(main);
  }
  // Ignore its exit from now on.
  target.hasEnded = true;
  connection.close();
  if (started !== undefined) abandonChild(started.child);
}

/**
 * Makes the process close its inspector after we disconnect. Closing waits for all connections, so it must not run
 * during the request.
 */
export async function closeInspector(main: CdpSession): Promise<void> {
  const expression = `setTimeout(() => {
    const { close } = process.getBuiltinModule ? process.getBuiltinModule('inspector') : process.mainModule.require('inspector');
    close();
  }, 0).unref && undefined`;
  await main.send('Runtime.evaluate', { expression, silent: true }, ANSWER_MS);
}

async function end({ debuggee, connection, started }: Target): Promise<void> {
  if (started === undefined) {
    killTree(debuggee.facts.pid);
    connection.close();
    return;
  }
  killGroup(started.pid);
  connection.close();
  await raceDeadline(started.exited, AbortSignal.timeout(END_MS));
}
