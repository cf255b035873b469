import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { CloudReply } from '../../cloud/cloud-api.ts';
import { CloudBaseError } from '../../errors.ts';
import type { Work } from '../../tools/define-tool.ts';
import { readReply } from '../../tools/read-reply.ts';

export const RUNTIMES = [
  'Nodejs18.15',
  'Nodejs16.13',
  'Nodejs14.18',
  'Nodejs12.16',
  'Nodejs10.15',
  'Nodejs8.9',
] as const;
export const DEFAULT_RUNTIME = 'Nodejs18.15';
export const DEFAULT_HANDLER = 'index.main';

const Described = z.object({
  Status: z.string(),
  StatusDesc: z.string().nullish(),
  Runtime: z.string().nullish(),
  Handler: z.string().nullish(),
  InstallDependency: z.string().nullish(),
  Triggers: z.array(z.object({ TriggerName: z.string() })).nullish(),
  RequestId: z.string(),
});
export type DescribedFunction = z.output<typeof Described>;

type FunctionAction =
  | 'GetFunction'
  | 'CreateFunction'
  | 'UpdateFunctionCode'
  | 'UpdateFunctionConfiguration'
  | 'BatchCreateTrigger';

/** Sends an action to the cloud functions of the environment. */
export async function requestFunctions(
  action: FunctionAction,
  payload: Readonly<Record<string, unknown>>,
  { cloud, signal }: Work,
): Promise<CloudReply> {
  const Namespace = await cloud.envId(signal);
  return cloud.api.request({ service: 'scf', action, payload: { Namespace, ...payload }, signal });
}

/** `undefined` if there is no function of that name. */
export async function findFunction(name: string, work: Work): Promise<DescribedFunction | undefined> {
  try {
    const payload = { FunctionName: name, ShowCode: 'FALSE' };
    return readReply(Described, await requestFunctions('GetFunction', payload, work), work.t);
  } catch (error) {
    if (error instanceof CloudBaseError && /^ResourceNotFound\.Function/.test(error.cloudCode ?? '')) return undefined;
    throw error;
  }
}

/** The timeouts for a function to become ready; longer if dependencies are installed. */
const READY_MS = 60_000;
const INSTALLED_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 3_000;

/** Waits until a function can be called and changed. Throws TIMEOUT, NOT_FOUND, and CLOUD_ERROR if it cannot become ready. */
export async function waitUntilReady(name: string, isWaitInstall: boolean, work: Work): Promise<DescribedFunction> {
  const { signal, t, progress } = work;
  const limitMs = isWaitInstall ? INSTALLED_MS : READY_MS;
  const until = Date.now() + limitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const found = await findFunction(name, work);
    if (found === undefined) throw missingFunction(name, work);
    const { Status, StatusDesc, RequestId } = found;
    if (Status === 'Active') return found;
    if (Status.endsWith('Failed')) {
      throw new CloudBaseError(
        'CLOUD_ERROR',
        t(`Function ${name}: ${StatusDesc || Status}.`, `云函数 ${name}：${StatusDesc || Status}。`),
        { cloudCode: Status, requestId: RequestId },
      );
    }
    if (Date.now() + pause > until) {
      throw new CloudBaseError(
        'TIMEOUT',
        t(
          `Function ${name} is not ready after ${limitMs / 1000} s (status ${Status}). getFunctionList shows when it is.`,
          `云函数 ${name} 在 ${limitMs / 1000} 秒后仍未就绪（状态 ${Status}），可用 getFunctionList 查看状态。`,
        ),
        { requestId: RequestId },
      );
    }
    await progress({ progress: limitMs - (until - Date.now()), total: limitMs, message: `${name}: ${Status}` });
    await sleep(pause, undefined, { signal });
  }
}

export const missingFunction = (name: string, { t }: Pick<Work, 't'>): CloudBaseError =>
  new CloudBaseError(
    'NOT_FOUND',
    t(
      `There is no function '${name}'. getFunctionList names those that exist, createFunction makes one.`,
      `云函数“${name}”不存在。可用 getFunctionList 查看已有函数，用 createFunction 新建。`,
    ),
  );
