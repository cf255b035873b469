import type { CloudReply } from '../../cloud/cloud-api.ts';
import type { CloudBase } from '../../cloud/cloudbase.ts';
import { requestWithFallback } from '../../cloud/request-with-fallback.ts';
import { CloudBaseError } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';

/** The actions of the database that the tools use; `QueryRecords` has another name in the older service. */
type DatabaseAction =
  | 'CreateTable'
  | 'DescribeTable'
  | 'UpdateTable'
  | 'ListTables'
  | 'PutItem'
  | 'QueryRecords'
  | 'UpdateItem'
  | 'DeleteItem';

interface DatabaseWork {
  readonly cloud: CloudBase;
  readonly signal: AbortSignal;
  readonly t: Translate;
}

/**
 * Sends an action to the document database: to `tcb` with the environment, or to the older `flexdb` with the instance if `tcb` does not
 * know the action.
 */
export async function requestDatabase(
  action: DatabaseAction,
  payload: Readonly<Record<string, unknown>>,
  { cloud, signal, t }: DatabaseWork,
): Promise<CloudReply> {
  const { envId, database } = await cloud.environment(signal);
  if (database === undefined) {
    throw new CloudBaseError(
      'NOT_FOUND',
      t(
        `Environment ${envId} has no document database. Enable it in the CloudBase console first.`,
        `环境 ${envId} 没有文档型数据库，请先在云开发控制台开通。`,
      ),
    );
  }
  return requestWithFallback(
    cloud.api,
    {
      service: 'tcb',
      action,
      payload: {
        EnvId: envId,
        ...(action.includes('Table') && {
          MongoConnector: { DatabaseName: database.instanceId, InstanceId: 'flexdb' },
        }),
        ...payload,
      },
      signal,
    },
    {
      service: 'flexdb',
      action: action === 'QueryRecords' ? 'Query' : action,
      payload: { ...payload, Tag: database.instanceId },
    },
  );
}

/** Whether the failure means that the collection does not exist; strict, so that other failures are not misread. */
export function isMissingCollection(error: unknown): boolean {
  if (!(error instanceof CloudBaseError)) return false;
  const { code, cloudCode = '', message } = error;
  // `ResourceNotFound.EnvNotExists` and similar codes are about the environment.
  if (code === 'NOT_FOUND') return cloudCode !== '' && !/env|instance/i.test(cloudCode);
  return code === 'CLOUD_ERROR' && /\b(table|collection)\b.{0,60}\bnot exist/i.test(message);
}
