import type { Started } from '../processes.ts';
import { createMessageRouter } from './message-router.ts';
import type { Era, RawClient } from './raw-client.ts';

/** A client over the stdin and stdout of a running process; closing it does not end the process. */
export async function connectStdio(started: Started, era: Era): Promise<RawClient> {
  const router = createMessageRouter(era, (text) => {
    started.stdin.write(`${text}\n`);
  });
  const pending: string[] = [];
  const onData = (chunk: string): void => {
    pending.push(chunk);
    if (!chunk.includes('\n')) return;
    const lines = pending.join('').split('\n');
    pending.length = 0;
    pending.push(lines.pop() ?? '');
    for (const line of lines) if (line.startsWith('{')) router.receive(line);
  };
  started.stdout.setEncoding('utf8').on('data', onData);
  void started.exited.then((how) => router.fail(new Error(how)));
  const close = async (): Promise<void> => {
    started.stdout.off('data', onData);
    started.stdout.resume();
  };
  try {
    await router.handshake();
  } catch (error) {
    await close();
    throw error;
  }
  return { request: router.request, close };
}
