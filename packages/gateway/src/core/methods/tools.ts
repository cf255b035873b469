import { isJsonObject } from '@toolmark/annotations';
import type { RpcReply } from '@toolmark/base';
import type { CallKey } from '@toolmark/record';
import { type Call, createCall } from '../../model/call.ts';
import { invalidParams, type Method } from './method.ts';

export interface CallMethodDeps {
  readonly pipeline: (call: Call) => Promise<RpcReply>;
  readonly now: () => number;
  readonly nextKey: (now: number) => CallKey;
}

export function callMethod({ pipeline, now, nextKey }: CallMethodDeps): Method {
  return {
    era: undefined,
    run: (params, caller) => {
      const { name, arguments: args } = params;
      if (typeof name !== 'string') return invalidParams('name must be a string.');
      if (args !== undefined && !isJsonObject(args)) return invalidParams('arguments must be an object.');
      const startedAt = now();
      const key = nextKey(startedAt);
      caller.onCall?.(key.id);
      return pipeline(createCall({ ...key, name, params, arguments: args, caller, startedAt }));
    },
  };
}
