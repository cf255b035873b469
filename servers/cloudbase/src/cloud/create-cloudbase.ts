import { CloudBaseError } from '../errors.ts';
import { type Language, translateTo } from '../lang/lang.ts';
import type { Session } from '../session/session.ts';
import { askAdmin } from './ask-admin.ts';
import type { CloudBase, Environment } from './cloudbase.ts';
import { createCloudApi } from './create-cloud-api.ts';
import { createObjectStore } from './create-object-store.ts';
import type { Endpoints } from './endpoints.ts';
import { LIMITS } from './limits.ts';

export interface CloudBaseOptions {
  readonly endpoints: Endpoints;
  readonly session: Pick<Session, 'credentials' | 'envId'>;
  readonly region?: string;
  /** The language of errors. */
  readonly language?: Language;
  readonly fetch?: typeof globalThis.fetch;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly backoffMs?: number;
}

export const DEFAULT_REGION = 'ap-shanghai';

/**
 * The account and environment of a session.
 *
 * @example
 * const cloud = createCloudBase({ endpoints: TENCENT, session, region: 'ap-shanghai' });
 * const { storage } = await cloud.environment(signal);
 */
export function createCloudBase(options: CloudBaseOptions): CloudBase {
  const { endpoints, session, region = DEFAULT_REGION, now = Date.now } = options;
  const t = translateTo(options.language ?? 'en');
  const shared = { ...options, region, credentials: session.credentials };
  const api = createCloudApi(shared);
  let remembered: { readonly environment: Environment; readonly until: number } | undefined;

  const envId = async (): Promise<string> => {
    const chosen = await session.envId();
    if (chosen !== undefined) return chosen;
    throw new CloudBaseError(
      'NO_ENVIRONMENT',
      t(
        'No environment is chosen. Call login to choose one, or set CLOUDBASE_ENV_ID.',
        '尚未选择环境。请调用 login 选择环境，或设置 CLOUDBASE_ENV_ID。',
      ),
    );
  };

  const environment = async (signal: AbortSignal): Promise<Environment> => {
    const id = await envId();
    if (remembered?.environment.envId === id && now() < remembered.until) return remembered.environment;
    const { EnvList, RequestId } = await api.request({
      service: 'tcb',
      action: 'DescribeEnvs',
      payload: { EnvId: id },
      signal,
    });
    const found = recordsIn(EnvList).find((each) => each['EnvId'] === id);
    if (found === undefined)
      throw new CloudBaseError(
        'NOT_FOUND',
        t(
          `This account has no environment ${id}. listEnvs names those it has.`,
          `当前账号下没有环境 ${id}，可用 listEnvs 查看。`,
        ),
        { requestId: RequestId },
      );
    const current = toEnvironment(found, region);
    remembered = { environment: current, until: now() + LIMITS.environmentMs };
    return current;
  };

  return {
    api,
    objects: (bucket) => createObjectStore({ ...shared, bucket }),
    envId,
    environment,
    forgetEnvironment: () => {
      remembered = undefined;
    },
    admin: async (action, params, signal) => {
      const current = await environment(signal);
      const url = endpoints.admin(current.envId, current.region);
      return askAdmin({ url, envId: current.envId, action, params, signal }, { ...shared, t, now });
    },
  };
}

/**
 * An entry of `EnvList`.
 *
 * @example
 * toEnvironment({ EnvId: 'env-1', Alias: 'shop', Status: 'NORMAL', Databases: [], Storages: [] }, 'ap-shanghai')
 */
export function toEnvironment(raw: Readonly<Record<string, unknown>>, region: string): Environment {
  const [database] = recordsIn(raw['Databases']);
  const [storage] = recordsIn(raw['Storages']);
  const own = stringOf(raw['Region']) || stringOf(storage?.['Region']) || region;
  const bucket = stringOf(storage?.['Bucket']);
  const instanceId = stringOf(database?.['InstanceId']);
  return {
    envId: stringOf(raw['EnvId']),
    alias: stringOf(raw['Alias']),
    status: stringOf(raw['Status']),
    region: own,
    database: instanceId === '' ? undefined : { instanceId },
    storage:
      bucket === ''
        ? undefined
        : { name: bucket, region: stringOf(storage?.['Region']) || own, cdnDomain: stringOf(storage?.['CdnDomain']) },
    raw,
  };
}

export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
