import type { RpcError } from '../../rpc.ts';

/**
 * What is refused before it becomes a request of the protocol. The codes are those of the SDK, which takes −32000 for all
 * that HTTP itself has a status for.
 */
export const REFUSALS: Readonly<Record<RefusalName, { readonly code: number; readonly http: number }>> = {
  methodNotAllowed: { code: -32000, http: 405 },
  notAcceptable: { code: -32000, http: 406 },
  bodyTooLarge: { code: -32000, http: 413 },
  unsupportedMediaType: { code: -32000, http: 415 },
  unsupportedRevision: { code: -32000, http: 400 },
  streamTaken: { code: -32000, http: 409 },
  tooManySessions: { code: -32000, http: 503 },
  tooManySubscriptions: { code: -32603, http: 200 },
};

export type RefusalName =
  | 'methodNotAllowed'
  | 'notAcceptable'
  | 'bodyTooLarge'
  | 'unsupportedMediaType'
  | 'unsupportedRevision'
  | 'streamTaken'
  | 'tooManySessions'
  | 'tooManySubscriptions';

export const refusalOf = (name: RefusalName, message: string): RpcError => ({
  code: REFUSALS[name].code,
  message,
  data: { error: name },
});
