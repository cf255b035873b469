import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { complainAs, type RunningServer } from '@toolmark/kit/serve';
import { createDemoServer, type DemoServerOptions } from '../server.ts';
import type { DemoStore } from '../store/store.ts';

const complain = complainAs('toolmark-demo');

export interface StdioOptions extends Pick<DemoServerOptions, 'wait'> {
  /** Replaces stdin and stdout. */
  readonly transport?: Transport;
  /** Receives errors, because the SDK does not report them to clients. Writes to stderr by default. */
  readonly onError?: (error: Error) => void;
}

/** Serves one client on stdin and stdout, in either era. Ends when stdin ends. */
export function startStdio(store: DemoStore, options: StdioOptions = {}): RunningServer {
  const { transport, onError = (error: Error) => complain(error.message), ...serverOptions } = options;
  return serveStdio(
    () => {
      const server = createDemoServer(store, serverOptions);
      const stop = store.onChange(() => {
        if (server.isConnected()) server.server.sendResourceListChanged().catch(onError);
      });
      server.server.onclose = stop;
      return server;
    },
    { onerror: onError, ...(transport !== undefined && { transport }) },
  );
}
