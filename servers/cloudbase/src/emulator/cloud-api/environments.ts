import { APP_ID, type EnvironmentState, environmentOf, stamp } from '../world.ts';
import { type Actions, optionalText, type Payload, requiredText } from './action.ts';

export const ENV_ACTIONS: Actions = {
  'tcb.DescribeEnvs': (payload, world) => {
    const envId = optionalText(payload, 'EnvId');
    const found = [...world.environments.values()].filter((each) => envId === undefined || each.envId === envId);
    return { EnvList: found.map(toWire), Total: found.length };
  },
  'tcb.DescribeEnvInfo': (payload, world) => ({
    EnvInfo: { EnvBaseInfo: toWire(environmentOf(world, requiredText(payload, 'EnvId'))) },
  }),
  'tcb.CheckTcbService': () => ({ Initialized: true }),
  'tcb.ModifyEnv': (payload, world) => {
    const environment = environmentOf(world, requiredText(payload, 'EnvId'));
    environment.alias = requiredText(payload, 'Alias');
    environment.updateTime = stamp(world);
    return {};
  },
};

function toWire(environment: EnvironmentState): Payload {
  const { envId, alias, region, instanceId, storage, hosting, createTime, updateTime } = environment;
  return {
    EnvId: envId,
    Alias: alias,
    Status: 'NORMAL',
    Source: 'qcloud',
    Region: region,
    EnvChannel: 'qc_console',
    PackageId: 'baas_personal',
    PackageName: 'Personal',
    PayMode: 'prepayment',
    IsAutoDegrade: false,
    IsDefault: false,
    Tags: [],
    CreateTime: createTime,
    UpdateTime: updateTime,
    Databases: [{ InstanceId: instanceId, Status: 'RUNNING', Region: region }],
    Storages: [{ Region: region, Bucket: storage.name, CdnDomain: cdnDomainOf(environment), AppId: APP_ID }],
    Functions: [{ Namespace: envId, Region: region }],
    LogServices: [
      {
        LogsetName: `logset-${envId}`,
        LogsetId: `ls-${envId}`,
        TopicName: `topic-${envId}`,
        TopicId: `tp-${envId}`,
        Region: region,
      },
    ],
    StaticStorages: [
      {
        StaticDomain: siteDomainOf(environment),
        DefaultDirName: '/',
        Status: 'process',
        Region: region,
        Bucket: hosting.name,
      },
    ],
  };
}

const cdnDomainOf = ({ storage }: Pick<EnvironmentState, 'storage'>): string => `${storage.name}.tcb.qcloud.la`;

export const siteDomainOf = ({ envId }: Pick<EnvironmentState, 'envId'>): string =>
  `${envId}-${APP_ID}.tcloudbaseapp.com`;
