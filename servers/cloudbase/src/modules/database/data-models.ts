import * as z from 'zod';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';
import { writeModelDocs } from './model-docs.ts';
import { type Model, type ModelSchema, readModelSchema } from './model-schema.ts';

/** The page size of a request; larger than the number of models in any environment. */
const PAGE_SIZE = 1000;

const RawModel = z.object({
  Name: z.string(),
  Title: z.string().nullish(),
  Description: z.string().nullish(),
  DbInstanceType: z.string().nullish(),
  UpdatedAt: z.coerce.string().nullish(),
  Schema: z.string().nullish(),
});
const One = z.object({ Data: RawModel.nullish(), RequestId: z.string() });
const Many = z.object({
  Data: z.object({ Rows: z.array(RawModel).nullish(), Count: z.number().nullish() }).nullish(),
  RequestId: z.string(),
});

const field = z.object({
  name: z.string(),
  type: z.string(),
  title: z.string().optional(),
  required: z.boolean().optional(),
  linkedModel: z.string().optional(),
});

export const manageDataModel = defineTool({
  name: 'manageDataModel',
  title: { en: 'Manage data models (query only)', zh: '数据模型管理' },
  description: {
    en: 'Reads data models: one with its fields, a list, or generated documentation for the SDK. Changes nothing.',
    zh: '查询数据模型：单个模型的字段、模型列表，或生成的 SDK 使用文档。不做任何更改。',
  },
  hints: READ,
  input: (t) =>
    z.object({
      action: z.enum(['get', 'list', 'docs']).describe(t('What to read', '操作类型')),
      name: z.string().min(1).optional().describe(t('Model, for get and docs', '模型名称，用于 get 和 docs')),
      names: z.array(z.string().min(1)).max(100).optional().describe(t('Only these, for list', '用于 list 的筛选')),
    }),
  output: z.object({
    models: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        description: z.string().optional(),
        dbInstanceType: z.string().optional(),
        updatedAt: z.string().optional(),
        userFields: z.array(field).optional(),
        relations: z.array(field).optional(),
        totalFields: z.int().optional(),
      }),
    ),
    docs: z.string().optional(),
    requestId: z.string(),
  }),
  run: async ({ action, name, names }, work) => {
    if (action === 'list') return listModels(names, work);
    if (name === undefined) {
      throw invalidArgument(work.t(`'name' is required for ${action}.`, `${action} 操作需要提供“name”。`));
    }
    const { model, schema, requestId } = await getModel(name, work);
    if (action === 'docs') {
      return { models: [model], docs: writeModelDocs(model, schema, work.language), requestId };
    }
    const { userFields, relations, totalFields } = schema;
    return { models: [{ ...model, userFields: [...userFields], relations: [...relations], totalFields }], requestId };
  },
});

async function listModels(names: readonly string[] | undefined, { cloud, signal, t }: Work) {
  const reply = await cloud.api.request({
    service: 'lowcode',
    action: 'DescribeDataSourceList',
    payload: {
      EnvId: await cloud.envId(signal),
      PageIndex: 1,
      PageSize: PAGE_SIZE,
      QuerySystemModel: true,
      QueryConnector: 0,
      DataSourceNames: names?.length ? names : undefined,
    },
    signal,
  });
  const { Data, RequestId } = readReply(Many, reply, t);
  return { models: (Data?.Rows ?? []).map(toModel), requestId: RequestId };
}

async function getModel(
  name: string,
  { cloud, signal, t }: Work,
): Promise<{ readonly model: Model; readonly schema: ModelSchema; readonly requestId: string }> {
  const payload = { EnvId: await cloud.envId(signal), Name: name };
  const missing = (details?: { readonly cloudCode?: string }) =>
    new CloudBaseError(
      'NOT_FOUND',
      t(
        `There is no data model '${name}'. The action list names those that exist.`,
        `数据模型“${name}”不存在，可用 list 操作查看已有模型。`,
      ),
      details,
    );
  try {
    const reply = await cloud.api.request({ service: 'lowcode', action: 'DescribeBasicDataSource', payload, signal });
    const { Data, RequestId } = readReply(One, reply, t);
    if (!Data) throw missing();
    return { model: toModel(Data), schema: readModelSchema(Data.Schema ?? '{}', t), requestId: RequestId };
  } catch (error) {
    if (error instanceof CloudBaseError && error.cloudCode?.startsWith('ResourceNotFound')) {
      throw missing({ cloudCode: error.cloudCode });
    }
    throw error;
  }
}

const toModel = ({ Name, Title, Description, DbInstanceType, UpdatedAt }: z.output<typeof RawModel>): Model => ({
  name: Name,
  title: Title ?? Name,
  ...(Description && { description: Description }),
  ...(DbInstanceType && { dbInstanceType: DbInstanceType }),
  ...(UpdatedAt && { updatedAt: UpdatedAt }),
});
