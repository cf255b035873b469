import * as z from 'zod';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import { collectionName, getCollection } from './collections.ts';
import { requestDatabase } from './database-api.ts';

export const updateCollection = defineTool({
  name: 'updateCollection',
  title: { en: 'Update collection (create/drop indexes)', zh: '更新数据库集合' },
  description: {
    en: 'Creates or drops indexes of a collection. Dropping needs a yes from the user.',
    zh: '创建或删除集合的索引。删除索引需要用户确认。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      collectionName: collectionName(t),
      options: z
        .object({
          CreateIndexes: z
            .array(
              z.object({
                IndexName: z.string().min(1).describe(t('Name', '索引名')),
                MgoKeySchema: z
                  .object({
                    MgoIsUnique: z.boolean().describe(t('Whether values are unique', '是否唯一')),
                    MgoIndexKeys: z
                      .array(
                        z.object({
                          Name: z.string().min(1).describe(t('Field', '字段')),
                          Direction: z.enum(['1', '-1', '2dsphere']).describe(t('Order', '方向')),
                        }),
                      )
                      .min(1)
                      .describe(t('Indexed fields', '索引字段')),
                  })
                  .describe(t('What it indexes', '索引结构')),
              }),
            )
            .optional()
            .describe(t('Indexes to create', '要创建的索引')),
          DropIndexes: z
            .array(z.object({ IndexName: z.string().min(1).describe(t('Name', '索引名')) }))
            .optional()
            .describe(t('Indexes to drop', '要删除的索引')),
        })
        .describe(t('Changes of indexes', '索引变更')),
    }),
  output: z.object({ created: z.array(z.string()), dropped: z.array(z.string()), requestId: z.string() }),
  loss: async ({ collectionName: name, options: { DropIndexes = [] } }, work) => {
    if (DropIndexes.length === 0) return undefined;
    const { Indexes, RequestId } = await getCollection(name, work);
    const missing = DropIndexes.find(({ IndexName }) => !Indexes?.some(({ Name }) => Name === IndexName));
    if (missing !== undefined) {
      throw new CloudBaseError(
        'NOT_FOUND',
        work.t(
          `Collection '${name}' has no index '${missing.IndexName}'. describeCollection names those it has.`,
          `集合“${name}”没有索引“${missing.IndexName}”，可用 describeCollection 查看已有索引。`,
        ),
        { requestId: RequestId },
      );
    }
    const names = DropIndexes.map(({ IndexName }) => IndexName).join(', ');
    return {
      what: {
        en: `These indexes of collection '${name}' would be dropped: ${names}.`,
        zh: `集合“${name}”的以下索引将被删除：${names}。`,
      },
      instead: {
        en: 'Creating indexes without DropIndexes keeps the existing ones.',
        zh: '可以不带 DropIndexes 只创建新索引，保留已有索引。',
      },
    };
  },
  run: async ({ collectionName: name, options: { CreateIndexes = [], DropIndexes = [] } }, work) => {
    if (CreateIndexes.length + DropIndexes.length === 0) {
      throw invalidArgument(
        work.t("'options' must have CreateIndexes or DropIndexes.", '“options”必须包含 CreateIndexes 或 DropIndexes。'),
      );
    }
    const { RequestId } = await requestDatabase(
      'UpdateTable',
      {
        TableName: name,
        CreateIndexes: CreateIndexes.length > 0 ? CreateIndexes : undefined,
        DropIndexes: DropIndexes.length > 0 ? DropIndexes : undefined,
      },
      work,
    );
    return {
      created: CreateIndexes.map(({ IndexName }) => IndexName),
      dropped: DropIndexes.map(({ IndexName }) => IndexName),
      requestId: RequestId,
    };
  },
});
