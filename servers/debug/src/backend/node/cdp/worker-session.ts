import type { CdpSession } from './dispatcher.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';

/** The isolate of a worker thread, reached through the main session. */
export const createWorkerSession = (main: CdpSession, sessionId: string): Dispatcher => {
  const dispatcher = createDispatcher((message) => {
    void main.send('NodeWorker.sendMessageToWorker', { sessionId, message }).then((sent) => {
      if (!sent.ok && sent.error.kind !== 'late') dispatcher.close('The worker has ended.');
    });
  });
  return dispatcher;
};
