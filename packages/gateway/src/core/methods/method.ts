import { type Era, errorOf, failed, type JsonObject, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';

/** The handler of one protocol method. */
export interface Method {
  /** The only era that has the method; `undefined` for methods of both eras. */
  readonly era: Era | undefined;
  readonly run: (params: JsonObject, caller: Caller) => Promise<RpcReply>;
}

export function invalidParams(message: string): Promise<RpcReply> {
  return Promise.resolve(failed(errorOf('invalidParams', message)));
}
