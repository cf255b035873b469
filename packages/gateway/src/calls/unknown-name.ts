import { clip, errorOf, failed, type RpcReply } from '@toolmark/base';
import { type UpstreamServer, unsentError } from '@toolmark/upstream';

/** A name that is not in the catalog, and why, where its server is known and away. */
export function unknownName(kind: 'tool' | 'prompt', name: string, servers: readonly UpstreamServer[]): RpcReply {
  const unknown = `Unknown ${kind}: ${clip(name)}`;
  const server = servers.find((candidate) => name.startsWith(`${candidate.name}__`));
  const status = server?.status();
  if (server === undefined || status === undefined || status.state === 'ready') {
    return failed(errorOf('invalidParams', unknown));
  }
  const because = status.reason === undefined ? '' : `: ${status.reason}`;
  const message = `${unknown}. Server '${server.name}' is not connected (${status.state})${because}`;
  return failed(errorOf('upstreamUnavailable', message, { server: server.name, state: status.state }));
}

/** Its server was there when the catalog was made, and is in the config no more. */
export function serverGone(name: string): RpcReply {
  return failed(unsentError('upstreamUnavailable', `Server '${name}' is not configured any more.`, { server: name }));
}
