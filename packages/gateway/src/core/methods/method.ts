import { type Era, errorOf, failed, type JsonObject, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';

/** What answers a method. */
export interface Method {
  /** The only era that has it; `undefined` where both do. */
  readonly era: Era | undefined;
  readonly run: (params: JsonObject, caller: Caller) => Promise<RpcReply>;
}

export function invalidParams(message: string): Promise<RpcReply> {
  return Promise.resolve(failed(errorOf('invalidParams', message)));
}
