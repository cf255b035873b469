import * as z from 'zod';
import type { Translate } from '../../lang/lang.ts';
import { RUNTIMES } from './function-api.ts';

export const functionName = (t: Translate) =>
  z
    .string()
    .regex(/^[A-Za-z](?:[\w-]{0,58}[A-Za-z0-9])?$/)
    .describe(t('Up to 60 letters, digits, - and _; begins with a letter', '函数名，最多 60 个字符，以字母开头'));

export const runtime = (t: Translate) => z.enum(RUNTIMES).describe(t('Runtime', '运行环境'));

export const handler = (t: Translate) =>
  z
    .string()
    .regex(/^[\w./-]+\.[A-Za-z_$][\w$]*$/)
    .max(128)
    .describe(t('file.function; default index.main', '入口，格式为 文件.函数，默认 index.main'));

export const installDependency = (t: Translate) =>
  z.boolean().describe(t('Install npm dependencies in the cloud', '在云端安装 npm 依赖'));

/** The function argument of `createFunction`. */
export const functionDefinition = (t: Translate) =>
  z.object({
    name: functionName(t),
    timeout: z.int().min(1).max(900).optional().describe(t('Seconds; default 3', '超时秒数，默认 3')),
    envVariables: z
      .record(z.string().regex(/^[A-Za-z]\w*$/), z.string())
      .optional()
      .describe(t('Environment variables', '环境变量')),
    vpc: z
      .object({
        vpcId: z.string().min(1).describe(t('VPC', '私有网络 ID')),
        subnetId: z.string().min(1).describe(t('Subnet', '子网 ID')),
      })
      .optional()
      .describe(t('Private network', '私有网络')),
    runtime: runtime(t).optional(),
    installDependency: installDependency(t).optional(),
    triggers: z
      .array(
        z.object({
          name: z.string().min(1).max(100).describe(t('Name', '触发器名称')),
          type: z.enum(['timer']).describe(t('Kind', '触发器类型')),
          config: z.string().min(1).max(200).describe(t('Cron with 7 fields', '7 段 cron 表达式')),
        }),
      )
      .max(10)
      .optional()
      .describe(t('Timers', '触发器')),
    handler: handler(t).optional(),
    ignore: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe(t('Globs to leave out', '要忽略的 glob 规则')),
    isWaitInstall: z.boolean().optional().describe(t('Wait for the installation', '等待依赖安装完成')),
    layers: z
      .array(
        z.object({
          name: z.string().min(1).describe(t('Layer', '层名称')),
          version: z.int().min(1).describe(t('Version', '版本号')),
        }),
      )
      .max(5)
      .optional()
      .describe(t('Layers', '层')),
  });

export type FunctionDefinition = z.output<ReturnType<typeof functionDefinition>>;
