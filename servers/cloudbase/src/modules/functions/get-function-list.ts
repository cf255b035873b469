import * as z from 'zod';
import { requestWithFallback } from '../../cloud/request-with-fallback.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';

const Listed = z.object({
  Functions: z
    .array(
      z.object({
        FunctionName: z.string(),
        Runtime: z.string().nullish(),
        Status: z.string().nullish(),
        Description: z.string().nullish(),
        AddTime: z.string().nullish(),
        ModTime: z.string().nullish(),
      }),
    )
    .nullish(),
  TotalCount: z.number().nullish(),
  RequestId: z.string(),
});

export const getFunctionList = defineTool({
  name: 'getFunctionList',
  title: { en: 'List cloud functions', zh: '获取云函数列表' },
  description: { en: 'Lists the cloud functions of the environment.', zh: '列出当前环境的云函数。' },
  hints: READ,
  input: (t) =>
    z.object({
      limit: z.int().min(1).max(100).optional().describe(t('How many at most; default 20', '返回数量上限，默认 20')),
      offset: z.int().min(0).optional().describe(t('How many to skip', '跳过的数量')),
    }),
  output: z.object({
    functions: z.array(
      z.object({
        name: z.string(),
        runtime: z.string(),
        status: z.string(),
        description: z.string(),
        created: z.string(),
        modified: z.string(),
      }),
    ),
    total: z.int(),
    requestId: z.string(),
  }),
  run: async ({ limit: Limit = 20, offset: Offset = 0 }, { cloud, signal, t }) => {
    const envId = await cloud.envId(signal);
    const reply = await requestWithFallback(
      cloud.api,
      { service: 'tcb', action: 'ListFunctions', payload: { EnvId: envId, Limit, Offset }, signal },
      { service: 'scf', action: 'ListFunctions', payload: { Namespace: envId, Limit, Offset } },
    );
    const { Functions, TotalCount, RequestId } = readReply(Listed, reply, t);
    const functions = (Functions ?? []).map((each) => ({
      name: each.FunctionName,
      runtime: each.Runtime ?? '',
      status: each.Status ?? '',
      description: each.Description ?? '',
      created: each.AddTime ?? '',
      modified: each.ModTime ?? '',
    }));
    return { functions, total: TotalCount ?? Offset + functions.length, requestId: RequestId };
  },
});
