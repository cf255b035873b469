import * as z from 'zod';
import type { Environment } from '../../cloud/cloudbase.ts';
import { recordsIn } from '../../cloud/create-cloudbase.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ADD, READ } from '../../tools/hints.ts';
import { onlyConfirm } from './confirm.ts';
import { describeCurrentEnv, describeEnvs } from './describe-envs.ts';

const summary = { envId: z.string(), alias: z.string(), status: z.string(), region: z.string() };

export const listEnvs = defineTool({
  name: 'listEnvs',
  title: { en: 'List environments', zh: '获取环境列表' },
  description: {
    en: 'Lists the environments of the account, and which one the tools use.',
    zh: '列出当前账号的环境，并标明工具正在使用的环境。',
  },
  hints: READ,
  input: onlyConfirm,
  output: z.object({
    environments: z.array(z.object({ ...summary, isCurrent: z.boolean() })),
    requestId: z.string(),
  }),
  run: async (_, work) => {
    const { environments, requestId } = await describeEnvs(work);
    const current = await work.session.envId();
    return {
      environments: environments.map((each) => ({ ...toSummary(each), isCurrent: each.envId === current })),
      requestId,
    };
  },
});

export const getEnvInfo = defineTool({
  name: 'getEnvInfo',
  title: { en: 'Get current environment info', zh: '获取环境信息' },
  description: {
    en: 'Shows the environment in use: database, storage, static hosting and functions.',
    zh: '查询当前环境的信息：数据库、存储、静态托管和云函数。',
  },
  hints: READ,
  input: onlyConfirm,
  output: z.object({
    ...summary,
    package: z.string().optional(),
    database: z.object({ instanceId: z.string() }).optional(),
    storage: z.object({ bucket: z.string(), region: z.string(), cdnDomain: z.string() }).optional(),
    staticDomains: z.array(z.string()),
    functionNamespaces: z.array(z.string()),
    requestId: z.string(),
  }),
  run: async (_, work) => {
    const { environment, requestId } = await describeCurrentEnv(work);
    const { database, storage, raw } = environment;
    return {
      ...toSummary(environment),
      ...(typeof raw['PackageId'] === 'string' && { package: raw['PackageId'] }),
      ...(database !== undefined && { database: { ...database } }),
      ...(storage !== undefined && {
        storage: { bucket: storage.name, region: storage.region, cdnDomain: storage.cdnDomain },
      }),
      staticDomains: textsIn(raw['StaticStorages'], 'StaticDomain'),
      functionNamespaces: textsIn(raw['Functions'], 'Namespace'),
      requestId,
    };
  },
});

export const updateEnvInfo = defineTool({
  name: 'updateEnvInfo',
  title: { en: 'Rename environment', zh: '更新环境信息' },
  description: {
    en: 'Changes the alias of the environment in use. The result has the previous alias.',
    zh: '修改当前环境的别名，结果中包含原别名。',
  },
  hints: ADD,
  input: (t) => z.object({ alias: z.string().trim().min(1).max(100).describe(t('New alias', '新的环境别名')) }),
  output: z.object({
    envId: z.string(),
    alias: z.string(),
    previousAlias: z.string(),
    requestId: z.string(),
  }),
  run: async ({ alias }, work) => {
    const { cloud, signal } = work;
    const { environment, requestId } = await describeCurrentEnv(work);
    const { envId, alias: previousAlias } = environment;
    if (previousAlias === alias) return { envId, alias, previousAlias, requestId };
    const payload = { EnvId: envId, Alias: alias };
    const { RequestId } = await cloud.api.request({ service: 'tcb', action: 'ModifyEnv', payload, signal });
    cloud.forgetEnvironment();
    return { envId, alias, previousAlias, requestId: RequestId };
  },
});

const toSummary = ({ envId, alias, status, region }: Environment) => ({ envId, alias, status, region });

const textsIn = (list: unknown, member: string): string[] =>
  recordsIn(list).flatMap(({ [member]: value }) => (typeof value === 'string' && value !== '' ? [value] : []));
