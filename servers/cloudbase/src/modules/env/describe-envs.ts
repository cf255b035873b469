import type { Environment } from '../../cloud/cloudbase.ts';
import { DEFAULT_REGION, recordsIn, toEnvironment } from '../../cloud/create-cloudbase.ts';
import { CloudBaseError } from '../../errors.ts';
import type { Work } from '../../tools/define-tool.ts';

export interface DescribedEnvs {
  readonly environments: readonly Environment[];
  readonly requestId: string;
}

/** Requests the environments of the account, or one of them, from Tencent. */
export async function describeEnvs(
  { cloud, signal }: Pick<Work, 'cloud' | 'signal'>,
  envId?: string,
): Promise<DescribedEnvs> {
  const payload = envId === undefined ? {} : { EnvId: envId };
  const { EnvList, RequestId } = await cloud.api.request({ service: 'tcb', action: 'DescribeEnvs', payload, signal });
  return {
    environments: recordsIn(EnvList).map((raw) => toEnvironment(raw, DEFAULT_REGION)),
    requestId: RequestId,
  };
}

/** The environment in use, read without the cache. Throws NO_ENVIRONMENT and NOT_FOUND. */
export async function describeCurrentEnv(
  work: Work,
): Promise<{ readonly environment: Environment; readonly requestId: string }> {
  const envId = await work.cloud.envId(work.signal);
  const { environments, requestId } = await describeEnvs(work, envId);
  const environment = environments.find((each) => each.envId === envId);
  if (environment !== undefined) return { environment, requestId };
  throw new CloudBaseError(
    'NOT_FOUND',
    work.t(
      `This account has no environment ${envId}. listEnvs names those it has.`,
      `当前账号下没有环境 ${envId}，可用 listEnvs 查看。`,
    ),
    { requestId },
  );
}
