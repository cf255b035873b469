import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { complainAs, type RunningServer } from '@toolmark/kit/serve';
import { announceToConnection } from '../resources/announce-to-connection.ts';
import { createDebugServer, type DebugServerOptions } from '../server.ts';
import type { Debugger } from '../tools/toolbox.ts';

const complain = complainAs('toolmark-debug');

export interface StdioOptions extends Pick<DebugServerOptions, 'withCode'> {
  /** Replaces stdin and stdout. */
  readonly input?: Readable;
  readonly output?: Writable;
  /** Called when the client has disconnected. */
  readonly onEnd?: () => void;
  /** Receives errors, because the SDK does not report them to clients. Writes to stderr by default. */
  readonly onError?: (error: Error) => void;
}

/** Serves one client on stdin and stdout, in either era. */
export function startStdio(debug: Debugger, options: StdioOptions = {}): RunningServer {
  const { input = process.stdin, output = process.stdout, withCode = true } = options;
  const { onEnd = () => undefined, onError = (error: Error) => complain(error.message) } = options;
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  // Not the server's own close event: a server that only answers a probe closes while the client stays.
  for (const event of ['end', 'close', 'error'] as const) input.once(event, end);
  // The pipe breaks when the client has died.
  output.on('error', end);
  return serveStdio(
    ({ era }) => {
      const server = createDebugServer(debug, { withCode });
      announceToConnection(server, debug.engine, era);
      return server;
    },
    { onerror: onError, transport: new StdioServerTransport(input, output) },
  );
}
