import type { Connection } from '../cdp/connect.ts';
import type { Dispatcher } from '../cdp/dispatcher.ts';
import type { WorkerInfo } from '../cdp/protocol.ts';
import { createWorkerSession } from '../cdp/worker-session.ts';
import type { Debuggee } from '../debuggee.ts';
import { createThread, MAIN_THREAD } from './create-thread.ts';
import { prepareThread } from './prepare.ts';

interface Worker {
  readonly id: number;
  readonly session: Dispatcher;
}

/** Treats every worker as a thread, stopped at its start until its breakpoints are set. */
export function followWorkers(debuggee: Debuggee, connection: Connection): void {
  const workers = new Map<string, Worker>();
  connection.onEvent((event) => {
    switch (event.method) {
      case 'NodeWorker.attachedToWorker': {
        const { sessionId, workerInfo } = event.params;
        const session = createWorkerSession(connection, sessionId);
        workers.set(sessionId, { id: idOf(workerInfo), session });
        void addWorker(debuggee, connection, { session, sessionId, info: workerInfo });
        break;
      }
      case 'NodeWorker.receivedMessageFromWorker':
        workers.get(event.params.sessionId)?.session.receive(event.params.message);
        break;
      case 'NodeWorker.detachedFromWorker': {
        const worker = workers.get(event.params.sessionId);
        workers.delete(event.params.sessionId);
        if (worker !== undefined) forget(debuggee, worker);
        break;
      }
      default: // This event concerns the main thread itself.
    }
  });
  connection.onClose(() => {
    for (const { session } of workers.values()) session.close('The connection to the debuggee has ended.');
  });
}

/** The main thread is 1, and Node counts its workers from 1. */
const idOf = ({ workerId }: WorkerInfo): number => MAIN_THREAD + Number(workerId);

async function addWorker(
  debuggee: Debuggee,
  connection: Connection,
  worker: { readonly session: Dispatcher; readonly sessionId: string; readonly info: WorkerInfo },
): Promise<void> {
  const { session, sessionId, info } = worker;
  const thread = createThread(idOf(info), info.title === '' ? `worker ${info.workerId}` : info.title, session);
  debuggee.threads.set(thread.id, thread);
  session.onEvent((event) => {
    // The worker has ended and waits for us to disconnect.
    if (event.method === 'NodeRuntime.waitingForDisconnect') void connection.send('NodeWorker.detach', { sessionId });
  });
  await prepareThread(debuggee, thread);
  await session.send('Runtime.runIfWaitingForDebugger', {});
}

function forget(debuggee: Debuggee, { id, session }: Worker): void {
  session.close('The worker has ended.');
  const wasStanding = debuggee.threads.get(id)?.pause !== undefined;
  debuggee.threads.delete(id);
  debuggee.breakpoints.forgetThread(id);
  if (wasStanding) debuggee.emit({ kind: 'resumed', thread: id });
}
