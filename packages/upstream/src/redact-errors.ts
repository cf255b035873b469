import { type JsonObject, mapTexts, type RpcReply } from '@toolmark/base';

/**
 * A reply without secrets of ours where it is an error: of the protocol, or a result that says that its tool failed. Any other result is
 * the client's own, and stays as it is.
 */
export function redactErrors(reply: RpcReply, redact: (text: string) => string): RpcReply {
  if (reply.kind === 'error') {
    const error = mapTexts(reply.error, redact);
    // What is mapped has the same members.
    return error === reply.error ? reply : { kind: 'error', error: error as typeof reply.error };
  }
  if (reply.kind !== 'result' || reply.result['isError'] !== true) return reply;
  const result = mapTexts(reply.result, redact);
  return result === reply.result ? reply : { kind: 'result', result: result as JsonObject };
}
