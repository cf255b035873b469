import { err, ok, type Result } from '@toolmark/annotations';
import { settlesWithin, systemClock } from '@toolmark/base';
import { type CommandTarget, type ProcessExit, type StreamsTarget, startServer } from '@toolmark/reach';
import type { ConnectionEvents } from '../connection.ts';
import { CLOSE_PATIENCE_MS, DRAIN_MS, GOODBYE_MS } from './limits.ts';
import type { Dialect } from './pending-request.ts';
import { openPipe } from './pipe.ts';
import { spawnFault } from './spawn-fault.ts';
import { announce, DISCONNECTED, type Fault, type Wire } from './wire.ts';

/** Starts a server and connects over its stdin and stdout. */
export async function openStdio(
  target: CommandTarget,
  events: ConnectionEvents,
  dialect: Dialect,
): Promise<Result<Wire, Fault>> {
  const started = await startServer(target, events.onStderr);
  if (!started.ok) return err(spawnFault(target, started.error));
  const server = started.value;

  const onEnd = async (): Promise<void> => {
    // The pipe closes shortly before the exit status is known, and the last output may be read after both. A grandchild
    // can keep the pipe open forever, so the wait is limited.
    await settlesWithin(Promise.all([server.exited, server.closed]), DRAIN_MS, systemClock);
    pipe.mux.end(ending(server.exit()));
  };
  const pipe = openPipe({
    input: server.stdout,
    output: server.stdin,
    events,
    dialect,
    onEnd: () => void onEnd(),
  });
  void server.exited.then(onEnd);
  // Clean up in every case.
  void pipe.mux.closed.then(() => {
    pipe.detach();
    return server.stop(0);
  });

  return ok({
    transport: 'stdio',
    mux: pipe.mux,
    onAgreed: async () => announce(pipe.mux),
    status: () => undefined,
    fault: () => undefined,
    stderrTail: server.stderrTail,
    warnings: pipe.warnings,
    close: async (isHurried = false) => {
      const stopping = server.stop(isHurried ? 0 : CLOSE_PATIENCE_MS);
      pipe.mux.end(DISCONNECTED);
      await stopping;
    },
  });
}

/** Connects to a server over given streams. */
export function openStreams(target: StreamsTarget, events: ConnectionEvents, dialect: Dialect): Wire {
  const pipe = openPipe({
    input: target.input,
    output: target.output,
    events,
    dialect,
    onEnd: () => pipe.mux.end('closed the connection'),
  });
  let closing: Promise<void> | undefined;
  // `async` turns an exception of close() into a rejection, so that settlesWithin() can ignore it.
  const goodbye = async (): Promise<void> => target.close();
  const leave = async (): Promise<void> => {
    await settlesWithin(goodbye(), GOODBYE_MS, systemClock);
  };
  void pipe.mux.closed.then(() => {
    pipe.detach();
    closing ??= leave();
    return closing;
  });
  return {
    transport: 'stdio',
    mux: pipe.mux,
    onAgreed: async () => announce(pipe.mux),
    status: () => undefined,
    fault: () => undefined,
    stderrTail: () => [],
    warnings: pipe.warnings,
    close: () => {
      pipe.mux.end(DISCONNECTED);
      closing ??= leave();
      return closing;
    },
  };
}

function ending(exit: ProcessExit | undefined): string {
  if (exit === undefined) return 'closed the connection';
  // On Windows, a missing command ends this way because cmd.exe was started.
  if (exit.error !== undefined) return 'could not be started';
  return exit.signal === null ? `exited with code ${exit.code}` : `was killed by ${exit.signal}`;
}
