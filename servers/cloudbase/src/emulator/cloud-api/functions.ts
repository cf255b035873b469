import { randomUUID } from 'node:crypto';
import type { FunctionState } from '../functions/function-state.ts';
import { LIMITS } from '../limits.ts';
import { invalid, overLimit, Refusal } from '../refusal.ts';
import { issueLegacySign } from '../verify/legacy-sign.ts';
import { APP_ID, type EnvironmentState, environmentOf, stamp, temporaryBuckets, type World } from '../world.ts';
import {
  type Action,
  type Actions,
  objectsOf,
  optionalNumber,
  optionalText,
  type Payload,
  pageOf,
  requiredText,
} from './action.ts';

const NAME = /^[A-Za-z][\w-]{0,58}[A-Za-z0-9]$|^[A-Za-z]$/;
const RUNTIME = /^(Nodejs|Python|Php|Java|Go)[\d.]*$/;

const list: Action = (payload, world) => {
  const environment = environmentIn(payload, world);
  const all = [...environment.functions.values()];
  const search = optionalText(payload, 'SearchKey') ?? '';
  const found = all.filter(({ name }) => name.includes(search));
  const [offset, limit] = [optionalNumber(payload, 'Offset', 0), optionalNumber(payload, 'Limit', 20)];
  return {
    Functions: pageOf(found, offset, limit).map((each) => summaryOf(each, environment)),
    TotalCount: found.length,
  };
};

/** The same actions in both services: newer clients use `tcb` with EnvId, older ones `scf` with Namespace. */
const VERBS: Actions = {
  ListFunctions: list,
  CreateFunction: (payload, world) => {
    const { functions } = environmentIn(payload, world);
    const name = requiredText(payload, 'FunctionName');
    if (!NAME.test(name)) throw new Refusal('InvalidParameterValue.FunctionName', `FunctionName ${name} is not valid.`);
    if (functions.has(name)) throw new Refusal('ResourceInUse.FunctionName', `Function ${name} exists already.`);
    if (functions.size >= LIMITS.functions) throw overLimit(`At most ${LIMITS.functions} functions.`);
    const runtime = optionalText(payload, 'Runtime') ?? 'Nodejs18.15';
    if (!RUNTIME.test(runtime)) throw new Refusal('InvalidParameterValue.Runtime', `Runtime ${runtime} is not valid.`);
    const code = payload['Code'] as Payload | undefined;
    const time = stamp(world);
    const created: FunctionState = {
      name,
      runtime,
      handler: 'index.main',
      timeout: 3,
      memorySize: 256,
      description: '',
      type: 'Event',
      installDependency: false,
      variables: {},
      zip: zipOf(code ?? {}, world),
      triggers: new Map(),
      addTime: time,
      modTime: time,
      asked: 0,
    };
    configure(created, payload);
    functions.set(name, created);
    return {};
  },
  GetTempCosInfo: (payload, world) => {
    const [date = ''] = world.now().toISOString().split('T');
    const path = requiredText(payload, 'ObjectPath').replace(/^\/+/, '');
    return { Date: date, Sign: issueLegacySign(world.accounts, `/${date}/${path}`, world.now(), 900) };
  },
  GetFunction: (payload, world) => {
    const environment = environmentIn(payload, world);
    const found = functionIn(payload, world);
    found.asked += 1;
    return detailsOf(found, environment);
  },
  UpdateFunctionCode: (payload, world) => {
    const found = functionIn(payload, world);
    const code = payload['Code'] as Payload | undefined;
    found.zip = zipOf(code ?? payload, world);
    configure(found, payload);
    markChanged(found, world);
    return {};
  },
  UpdateFunctionConfiguration: (payload, world) => {
    const found = functionIn(payload, world);
    configure(found, payload);
    markChanged(found, world);
    return {};
  },
  DeleteFunction: (payload, world) => {
    const { name } = functionIn(payload, world);
    environmentIn(payload, world).functions.delete(name);
    return {};
  },
  Invoke: async (payload, world) => {
    const { envId } = environmentIn(payload, world);
    const context = optionalText(payload, 'ClientContext');
    const result = await world.runner.run(functionIn(payload, world), envId, context ? parseEvent(context) : {});
    const isDone = result.kind === 'returned';
    return {
      Result: {
        RetMsg: isDone ? result.text : JSON.stringify({ errorCode: 1, errorMessage: result.message }),
        ErrMsg: isDone ? '' : result.message,
        InvokeResult: isDone ? 0 : 1,
        MemUsage: 0,
        Duration: 0,
        BillDuration: 0,
        Log: '',
        FunctionRequestId: randomUUID(),
      },
    };
  },
  BatchCreateTrigger: (payload, world) => {
    const { triggers } = functionIn(payload, world);
    const added = triggersIn(payload);
    const known = added.find((each) => triggers.has(requiredText(each, 'TriggerName')));
    if (known !== undefined)
      throw new Refusal('ResourceInUse.Trigger', `Trigger ${requiredText(known, 'TriggerName')} exists already.`);
    for (const each of added) {
      const name = requiredText(each, 'TriggerName');
      triggers.set(name, {
        name,
        type: requiredText(each, 'Type'),
        description: requiredText(each, 'TriggerDesc'),
        addTime: stamp(world),
      });
    }
    return {};
  },
  DeleteTrigger: (payload, world) => {
    const { triggers } = functionIn(payload, world);
    const name = requiredText(payload, 'TriggerName');
    if (!triggers.delete(name)) throw new Refusal('ResourceNotFound.Trigger', `Trigger ${name} not found.`);
    return {};
  },
};

export const FUNCTION_ACTIONS: Actions = Object.fromEntries(
  Object.entries(VERBS).flatMap(([name, run]) => [
    [`tcb.${name}`, run],
    [`scf.${name}`, run],
  ]),
);

function environmentIn(payload: Payload, world: World): EnvironmentState {
  return environmentOf(world, payload['EnvId'] ?? requiredText(payload, 'Namespace'));
}

function functionIn(payload: Payload, world: World): FunctionState {
  const name = requiredText(payload, 'FunctionName');
  const found = environmentIn(payload, world).functions.get(name);
  if (found === undefined) throw new Refusal('ResourceNotFound.FunctionName', `Function ${name} not found.`);
  return found;
}

function parseEvent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('ClientContext is not valid JSON.');
  }
}

function markChanged(found: FunctionState, world: World): void {
  found.modTime = stamp(world);
  found.asked = 0;
}

function configure(found: FunctionState, payload: Payload): void {
  const variables = payload['Environment'] as Payload | undefined;
  found.runtime = optionalText(payload, 'Runtime') ?? found.runtime;
  found.handler = optionalText(payload, 'Handler') ?? found.handler;
  found.timeout = optionalNumber(payload, 'Timeout', found.timeout);
  found.memorySize = optionalNumber(payload, 'MemorySize', found.memorySize);
  found.description = optionalText(payload, 'Description') ?? found.description;
  found.type = optionalText(payload, 'Type') ?? found.type;
  if (payload['InstallDependency'] !== undefined)
    found.installDependency = String(payload['InstallDependency']).toUpperCase() === 'TRUE';
  if (variables !== undefined)
    found.variables = Object.fromEntries(
      objectsOf(variables, 'Variables').map((each) => [requiredText(each, 'Key'), String(each['Value'] ?? '')]),
    );
}

/** The package, inline or from the bucket for temporary uploads. */
function zipOf(code: Payload, world: World): Buffer {
  const inline = optionalText(code, 'ZipFile');
  const temporary = optionalText(code, 'TempCosObjectName');
  const zip =
    inline !== undefined
      ? Buffer.from(inline, 'base64')
      : temporaryBuckets(world).flatMap(({ objects }) => {
          const key = temporary?.replace(/^\/+/, '') ?? '';
          return objects.get(key)?.body ?? [];
        })[0];
  if (zip === undefined)
    throw new Refusal('InvalidParameter.Code', 'The code has neither ZipFile nor an uploaded package.');
  if (zip.length > LIMITS.functionZipBytes) throw overLimit(`A package has at most ${LIMITS.functionZipBytes} bytes.`);
  if (zip.subarray(0, 2).toString('latin1') !== 'PK')
    throw new Refusal('InvalidParameter.Code', 'The package is no zip file.');
  return zip;
}

function triggersIn(payload: Payload): readonly Payload[] {
  const given = payload['Triggers'];
  if (typeof given !== 'string') return objectsOf(payload, 'Triggers');
  try {
    return objectsOf({ Triggers: JSON.parse(given) as unknown }, 'Triggers');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('Triggers is not valid JSON.');
  }
}

const functionStatus = ({ asked }: FunctionState): string => (asked > 1 ? 'Active' : 'Creating');

const summaryOf = (found: FunctionState, { envId }: EnvironmentState): Payload => ({
  FunctionId: `lam-${envId}-${found.name}`,
  FunctionName: found.name,
  Namespace: envId,
  Runtime: found.runtime,
  Status: functionStatus({ ...found, asked: found.asked + 1 }),
  StatusDesc: '',
  Type: found.type,
  Description: found.description,
  AddTime: found.addTime,
  ModTime: found.modTime,
  Tags: [],
});

const detailsOf = (found: FunctionState, environment: EnvironmentState): Payload => ({
  ...summaryOf(found, environment),
  Status: functionStatus(found),
  Handler: found.handler,
  Timeout: found.timeout,
  MemorySize: found.memorySize,
  InstallDependency: found.installDependency ? 'TRUE' : 'FALSE',
  CodeSize: found.zip.length,
  CodeInfo: '',
  Environment: { Variables: Object.entries(found.variables).map(([Key, Value]) => ({ Key, Value })) },
  Triggers: [...found.triggers.values()].map(({ name, type, description, addTime }) => ({
    TriggerName: name,
    Type: type,
    TriggerDesc: type === 'timer' ? JSON.stringify({ cron: description }) : description,
    Enable: 1,
    AddTime: addTime,
    ModTime: addTime,
  })),
  VpcConfig: { VpcId: '', SubnetId: '' },
  Layers: [],
  AvailableStatus: 'Available',
  FunctionVersion: '$LATEST',
  Role: 'TCB_QcsRole',
  AppId: APP_ID,
});
