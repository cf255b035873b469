import * as z from 'zod';
import { CloudBaseError, invalidArgument, partlyDone } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import {
  DEFAULT_HANDLER,
  DEFAULT_RUNTIME,
  type DescribedFunction,
  findFunction,
  missingFunction,
  requestFunctions,
  waitUntilReady,
} from './function-api.ts';
import { functionName, handler, installDependency, runtime } from './function-definition.ts';
import { checkPackage, packFunction } from './function-package.ts';

export const updateFunctionCode = defineTool({
  name: 'updateFunctionCode',
  title: { en: 'Update cloud function code', zh: '更新云函数代码' },
  description: {
    en: 'Replaces the code of a function by its folder or a package. What is not given stays as it is. Needs a yes from the user.',
    zh: '用文件夹或代码包替换云函数代码，未提供的设置保持不变。需要用户确认。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      name: functionName(t),
      functionRootPath: z
        .string()
        .min(1)
        .optional()
        .describe(t('Parent of its folder, as in createFunction', '函数文件夹的上级目录，同 createFunction')),
      zipFile: z.string().min(1).optional().describe(t('A zip file as base64 instead', '代码包（zip 的 base64）')),
      handler: handler(t).optional(),
      runtime: runtime(t).optional(),
      installDependency: installDependency(t).optional(),
    }),
  output: z.object({ name: z.string(), status: z.string(), runtime: z.string(), requestId: z.string() }),
  loss: async (args, work) => {
    const found = await findFunction(args.name, work);
    if (found === undefined) throw missingFunction(args.name, work);
    await packCode(args, found, work);
    return {
      what: {
        en: `The code of the function ${args.name} would be replaced.`,
        zh: `云函数 ${args.name} 的代码将被替换。`,
      },
      instead: {
        en: 'Deploy the code as another function with createFunction.',
        zh: '可以用 createFunction 将代码部署为另一个函数。',
      },
    };
  },
  run: async (args, work) => {
    const { name } = args;
    const found = await findFunction(name, work);
    if (found === undefined) throw missingFunction(name, work);
    const ZipFile = await packCode(args, found, work);
    const { RequestId } = await requestFunctions(
      'UpdateFunctionCode',
      {
        FunctionName: name,
        Handler: args.handler ?? found.Handler ?? DEFAULT_HANDLER,
        InstallDependency: installs(args, found) ? 'TRUE' : 'FALSE',
        ZipFile,
      },
      work,
    );
    try {
      const ready = await waitUntilReady(name, false, work);
      if (args.runtime === undefined || args.runtime === found.Runtime) {
        return { name, status: ready.Status, runtime: ready.Runtime ?? '', requestId: RequestId };
      }
      await requestFunctions('UpdateFunctionConfiguration', { FunctionName: name, Runtime: args.runtime }, work);
      const changed = await waitUntilReady(name, false, work);
      return { name, status: changed.Status, runtime: changed.Runtime ?? '', requestId: RequestId };
    } catch (error) {
      if (!(error instanceof CloudBaseError)) throw error;
      throw partlyDone(
        work.t(
          `The code of function ${name} was replaced, but a later step failed: ${error.message}`,
          `云函数 ${name} 的代码已替换，但后续步骤失败：${error.message}`,
        ),
        { name },
        error,
      );
    }
  },
});

interface CodeArguments {
  readonly name: string;
  readonly functionRootPath?: string | undefined;
  readonly zipFile?: string | undefined;
  readonly handler?: string | undefined;
  readonly runtime?: string | undefined;
  readonly installDependency?: boolean | undefined;
}

/** Keeps the setting if the caller omits it: otherwise the dependencies would be lost. */
const installs = ({ installDependency: given }: CodeArguments, { InstallDependency }: DescribedFunction): boolean =>
  given ?? InstallDependency === 'TRUE';

async function packCode(args: CodeArguments, found: DescribedFunction, work: Work): Promise<string> {
  const { name, functionRootPath, zipFile } = args;
  if (zipFile === undefined) {
    return packFunction(
      {
        name,
        functionRootPath,
        handler: args.handler ?? found.Handler ?? DEFAULT_HANDLER,
        runtime: args.runtime ?? found.Runtime ?? DEFAULT_RUNTIME,
        installDependency: installs(args, found),
      },
      work,
    );
  }
  if (functionRootPath === undefined) return checkPackage(zipFile, work);
  throw invalidArgument(
    work.t('Give functionRootPath or zipFile, not both.', 'functionRootPath 和 zipFile 只能提供一个。'),
  );
}
