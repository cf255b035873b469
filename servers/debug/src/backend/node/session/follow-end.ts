import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../../process/state.ts';
import type { Target } from './target.ts';

/** The time for a process to exit after its inspector has closed. */
const END_MS = 2_000;
const LOOK_MS = 20;

/** Lets a finished process exit, and reports its exit status, or that it was lost. */
export function followEnd(target: Target): void {
  const { debuggee, connection, started } = target;
  let context: number | undefined;
  connection.onEvent((event) => {
    if (event.method === 'Runtime.executionContextCreated') context ??= event.params.context.id;
    const isOver =
      event.method === 'NodeRuntime.waitingForDisconnect' ||
      (event.method === 'Runtime.executionContextDestroyed' && event.params.executionContextId === context);
    // The process waits until no debugger is connected.
    if (isOver) connection.close();
  });
  const end = (code: number | null, signal: string | null) => {
    if (target.hasEnded) return;
    target.hasEnded = true;
    debuggee.emit({ kind: 'exited', code, signal });
  };
  void started?.exited.then(({ code, signal }) => {
    connection.close();
    end(code, signal);
  });
  const look = async (): Promise<void> => {
    const { pid } = debuggee.facts;
    for (const limit = performance.now() + END_MS; performance.now() < limit && isRunning(pid); ) await delay(LOOK_MS);
    if (target.hasEnded) return;
    if (isRunning(pid)) {
      target.hasEnded = true;
      debuggee.emit({ kind: 'lost', message: `The inspector of process ${pid} has gone, but the process runs on.` });
    } else if (started === undefined) end(null, null);
  };
  connection.onClose(() => void look());
}
