import { clip, errorOf, failed, type RpcError, type RpcReply, result } from '@toolmark/base';
import { type UpstreamServer, unsentError } from '@toolmark/upstream';

/**
 * The reply to a refused call: a tool result with `isError`, not a protocol error. Only a result reaches the model, which should know why
 * the call was refused and what a person can do.
 */
export function refusal(text: string): RpcReply {
  return result({ content: [{ type: 'text', text }], isError: true });
}

/** The error for a call that must not leave because it cannot be recorded. */
export const unrecorded = (name: string, problem: string): RpcError =>
  errorOf(
    'recordUnavailable',
    `'${name}' was not called: it may change something, and calls cannot be recorded at the moment. ${problem}`,
  );

/** The same for answers to questions of its server. The call itself has left by then. */
export const unrecordedAnswers = (name: string, problem: string): RpcError =>
  errorOf(
    'recordUnavailable',
    `The answers for '${name}' were not sent: it may change something, and they cannot be recorded at the moment. ${problem}`,
  );

/** The error for a name that is not in the catalog. Gives the reason if its server is configured but not connected. */
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

/** The error for a call whose server was removed from the config after the catalog was built. */
export function serverGone(name: string): RpcReply {
  return failed(unsentError('upstreamUnavailable', `Server '${name}' is not configured any more.`, { server: name }));
}
