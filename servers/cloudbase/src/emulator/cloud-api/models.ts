import { notFound } from '../refusal.ts';
import { type DataModel, environmentOf } from '../world.ts';
import { type Actions, optionalNumber, type Payload, pageOf, requiredText } from './action.ts';

export const MODEL_ACTIONS: Actions = {
  'lowcode.DescribeBasicDataSource': (payload, world) => {
    const { envId, models } = environmentOf(world, requiredText(payload, 'EnvId'));
    const name = requiredText(payload, 'Name');
    const model = models.get(name);
    if (model === undefined) throw notFound(`Data source ${name} not found.`);
    return { Data: toWire(model, envId) };
  },
  'lowcode.DescribeDataSourceList': (payload, world) => {
    const { envId, models } = environmentOf(world, requiredText(payload, 'EnvId'));
    const names = payload['DataSourceNames'];
    const found = [...models.values()].filter(
      ({ name }) => !Array.isArray(names) || names.length === 0 || names.includes(name),
    );
    const [index, size] = [optionalNumber(payload, 'PageIndex', 1), optionalNumber(payload, 'PageSize', 20)];
    return {
      Data: { Rows: pageOf(found, (index - 1) * size, size).map((model) => toWire(model, envId)), Count: found.length },
    };
  },
};

const toWire = (model: DataModel, envId: string): Payload => ({
  Id: model.id,
  EnvId: envId,
  Name: model.name,
  Title: model.title,
  Description: model.description,
  Type: model.type,
  DbInstanceType: model.dbInstanceType,
  TableNameRule: 'only_name',
  Schema: model.schema,
  CreatedAt: model.createdAt,
  UpdatedAt: model.updatedAt,
  PublishedAt: model.updatedAt,
});
