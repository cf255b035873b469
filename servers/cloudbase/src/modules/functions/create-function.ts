import * as z from 'zod';
import { CloudBaseError, partlyDone } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import {
  DEFAULT_HANDLER,
  DEFAULT_RUNTIME,
  type DescribedFunction,
  findFunction,
  requestFunctions,
  waitUntilReady,
} from './function-api.ts';
import { type FunctionDefinition, functionDefinition } from './function-definition.ts';
import { packFunction } from './function-package.ts';

export const createFunction = defineTool({
  name: 'createFunction',
  title: { en: 'Create cloud function', zh: '创建云函数' },
  description: {
    en: 'Deploys the folder <functionRootPath>/<func.name> as a new function. An existing one is replaced only with force and a yes from the user.',
    zh: '将文件夹 <functionRootPath>/<func.name> 部署为新的云函数。仅当 force 为 true 且用户确认后才会替换已有函数。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      func: functionDefinition(t).describe(t('The function', '函数定义')),
      functionRootPath: z
        .string()
        .min(1)
        .optional()
        .describe(
          t(
            'Parent of its folder; default: cloudfunctions or functions in the workspace',
            '函数文件夹的上级目录，默认为工作区的 cloudfunctions 或 functions',
          ),
        ),
      force: z.boolean().describe(t('Replace an existing function', '替换已有函数')),
    }),
  output: z.object({
    name: z.string(),
    created: z.boolean(),
    status: z.string(),
    createdTriggers: z.array(z.string()),
    keptTriggers: z.array(z.string()),
    requestId: z.string(),
  }),
  loss: async ({ func, functionRootPath, force }, work) => {
    // Validate the arguments before asking the user.
    await pack(func, functionRootPath, work);
    if ((await findFunction(func.name, work)) === undefined) return undefined;
    if (!force) throw existing(func.name, work);
    return {
      what: {
        en: `The code and the configuration of the function ${func.name} would be replaced.`,
        zh: `云函数 ${func.name} 的代码和配置将被替换。`,
      },
      instead: {
        en: 'Create it under another name to keep the existing one.',
        zh: '可以使用其他名称创建，以保留已有函数。',
      },
    };
  },
  run: async ({ func, functionRootPath, force }, work) => {
    const { name } = func;
    const ZipFile = await pack(func, functionRootPath, work);
    const mayReplace = force && (work.isUnattended || work.accepted !== undefined);
    const found = await findFunction(name, work);
    if (found !== undefined && !mayReplace) throw existing(name, work);
    const requestId =
      found === undefined ? await create(func, ZipFile, work) : await replace(func, ZipFile, found, work);
    try {
      const ready = await waitUntilReady(name, func.isWaitInstall === true, work);
      const triggers = await addTriggers(func, ready, work);
      return { name, created: found === undefined, status: ready.Status, ...triggers, requestId };
    } catch (error) {
      if (!(error instanceof CloudBaseError)) throw error;
      throw partlyDone(
        work.t(
          `Function ${name} was ${found === undefined ? 'created' : 'replaced'}, but a later step failed: ${error.message}`,
          `云函数 ${name} 已${found === undefined ? '创建' : '替换'}，但后续步骤失败：${error.message}`,
        ),
        { name, created: found === undefined },
        error,
      );
    }
  },
});

const pack = (func: FunctionDefinition, functionRootPath: string | undefined, work: Work): Promise<string> =>
  packFunction(
    {
      name: func.name,
      functionRootPath,
      handler: func.handler ?? DEFAULT_HANDLER,
      runtime: func.runtime ?? DEFAULT_RUNTIME,
      installDependency: func.installDependency ?? true,
      ignore: func.ignore,
    },
    work,
  );

/** Fails if the function was created in the meantime: this action never replaces one. */
async function create(func: FunctionDefinition, ZipFile: string, work: Work): Promise<string> {
  const { RequestId } = await requestFunctions(
    'CreateFunction',
    {
      FunctionName: func.name,
      Role: 'TCB_QcsRole',
      Stamp: 'MINI_QCBASE',
      Handler: func.handler ?? DEFAULT_HANDLER,
      Runtime: func.runtime ?? DEFAULT_RUNTIME,
      MemorySize: 256,
      Timeout: func.timeout ?? 3,
      ...settingsOf(func),
      InstallDependency: toFlag(func.installDependency ?? true),
      Code: { ZipFile },
    },
    work,
  );
  return RequestId;
}

async function replace(
  func: FunctionDefinition,
  ZipFile: string,
  found: DescribedFunction,
  work: Work,
): Promise<string> {
  const { name } = func;
  const Handler = func.handler ?? DEFAULT_HANDLER;
  const code = { FunctionName: name, Handler, InstallDependency: toFlag(func.installDependency ?? true), ZipFile };
  const { RequestId } = await requestFunctions('UpdateFunctionCode', code, work);
  try {
    await waitUntilReady(name, func.isWaitInstall === true, work);
    const configuration = {
      FunctionName: name,
      ...(func.timeout !== undefined && { Timeout: func.timeout }),
      ...(func.runtime !== undefined && func.runtime !== found.Runtime && { Runtime: func.runtime }),
      ...settingsOf(func),
    };
    if (Object.keys(configuration).length > 1) {
      await requestFunctions('UpdateFunctionConfiguration', configuration, work);
    }
  } catch (error) {
    if (!(error instanceof CloudBaseError)) throw error;
    throw partlyDone(
      work.t(
        `The code of function ${name} was replaced, but its configuration was not: ${error.message}`,
        `云函数 ${name} 的代码已替换，但配置未更新：${error.message}`,
      ),
      { name },
      error,
    );
  }
  return RequestId;
}

/** The parameters that creating and replacing share. */
const settingsOf = ({ envVariables, vpc, layers }: FunctionDefinition) => ({
  ...(envVariables !== undefined && {
    Environment: { Variables: Object.entries(envVariables).map(([Key, Value]) => ({ Key, Value })) },
  }),
  ...(vpc !== undefined && { VpcConfig: { VpcId: vpc.vpcId, SubnetId: vpc.subnetId } }),
  ...(layers !== undefined && {
    Layers: layers.map(({ name, version }) => ({ LayerName: name, LayerVersion: version })),
  }),
});

/** Creates missing triggers; existing ones are unchanged. */
async function addTriggers({ name, triggers = [] }: FunctionDefinition, { Triggers }: DescribedFunction, work: Work) {
  const known = new Set((Triggers ?? []).map(({ TriggerName }) => TriggerName));
  const added = triggers.filter((each) => !known.has(each.name));
  if (added.length > 0) {
    const list = added.map((each) => ({ TriggerName: each.name, Type: each.type, TriggerDesc: each.config }));
    const payload = { FunctionName: name, Triggers: JSON.stringify(list), Count: list.length };
    await requestFunctions('BatchCreateTrigger', payload, work);
  }
  return {
    createdTriggers: added.map((each) => each.name),
    keptTriggers: triggers.filter((each) => known.has(each.name)).map((each) => each.name),
  };
}

const toFlag = (value: boolean): 'TRUE' | 'FALSE' => (value ? 'TRUE' : 'FALSE');

const existing = (name: string, { t }: Work): CloudBaseError =>
  new CloudBaseError(
    'ALREADY_EXISTS',
    t(
      `Function '${name}' exists already and was left alone. Choose another name, or set force to replace it.`,
      `云函数“${name}”已存在，未做更改。请更换名称，或设置 force 以替换。`,
    ),
  );
