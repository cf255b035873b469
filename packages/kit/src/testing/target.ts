import { PassThrough } from 'node:stream';
import type { ServerTarget, StreamsTarget } from '@toolmark/audit';
import { PipeTransport } from './pipe-transport.ts';

/**
 * The server to test: started as a command, reached by URL, or created by the test.
 *
 * @example
 * const target: AnnotationTarget = { server: () => createServer({ database: ':memory:' }) };
 */
export type AnnotationTarget = ServerTarget | InProcessTarget;

/** A server in the test process. It is still queried by a real client over real streams. */
export interface InProcessTarget {
  readonly server: () => ConnectableServer | Promise<ConnectableServer>;
}

/** The common part of both SDKs' `McpServer` and `Server`. */
export interface ConnectableServer {
  // Each SDK has its own Transport type; `never` accepts either.
  readonly connect: (transport: never) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A target that can be inspected once. */
export async function openTarget(target: AnnotationTarget): Promise<ServerTarget> {
  return 'server' in target ? openInProcess(await target.server()) : target;
}

async function openInProcess(server: ConnectableServer): Promise<StreamsTarget> {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  // The transport has all that either SDK's Transport asks for, and the tests connect it to both.
  await server.connect(new PipeTransport(toServer, fromServer) as never);
  return { kind: 'streams', input: fromServer, output: toServer, close: () => server.close() };
}
