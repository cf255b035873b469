import { type JsonObject, mapTexts, type RpcReply } from '@toolmark/base';

/**
 * Redacts our secrets in errors: protocol errors, and results with `isError`. Other results belong to the client and
 * stay unchanged.
 */
export function redactErrors(reply: RpcReply, redact: (text: string) => string): RpcReply {
  if (reply.kind === 'error') {
    const error = mapTexts(reply.error, redact);
    // Mapping keeps the members.
    return error === reply.error ? reply : { kind: 'error', error: error as typeof reply.error };
  }
  if (reply.kind !== 'result' || reply.result['isError'] !== true) return reply;
  const result = mapTexts(reply.result, redact);
  return result === reply.result ? reply : { kind: 'result', result: result as JsonObject };
}
