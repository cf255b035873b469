import { PassThrough } from 'node:stream';
import type { ServerTarget, StreamsTarget } from '@toolmark/audit';
import { PipeTransport } from './pipe-transport.ts';

/**
 * The server to test: one that is started or called, or one that the test itself makes.
 *
 * @example
 * const target: AnnotationTarget = { server: () => createServer({ database: ':memory:' }) };
 */
export type AnnotationTarget = ServerTarget | InProcessTarget;

/** A server in the process of the tests. It is still asked by a real client, over real bytes. */
export interface InProcessTarget {
  readonly server: () => ConnectableServer | Promise<ConnectableServer>;
}

/** What both SDKs' `McpServer` and `Server` can do. */
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
