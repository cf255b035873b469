import { clip, errorOf, failed, type RpcError, type RpcReply, result } from '@toolmark/base';
import { type UpstreamServer, unsentError } from '@toolmark/upstream';

/**
 * What a client gets instead of a tool's result. A result and not an error of the protocol: only that reaches the model, which
 * should know why, and what a person can do about it.
 */
export function refusal(text: string): RpcReply {
  return result({ content: [{ type: 'text', text }], isError: true });
}

/** The reply to a call that must not leave, because it cannot be recorded. */
export const unrecorded = (name: string, problem: string): RpcError =>
  errorOf(
    'recordUnavailable',
    `'${name}' was not called: it may change something, and calls cannot be recorded at the moment. ${problem}`,
  );

/** The same for answers to questions of its server: by then the call has left. */
export const unrecordedAnswers = (name: string, problem: string): RpcError =>
  errorOf(
    'recordUnavailable',
    `The answers for '${name}' were not sent: it may change something, and they cannot be recorded at the moment. ${problem}`,
  );

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
