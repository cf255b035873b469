import * as z from 'zod';
import { CloudBaseError } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ENSURE, READ } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';
import { collectionName, findCollection, getCollection } from './collections.ts';
import { requestDatabase } from './database-api.ts';

const Listed = z.object({
  Tables: z
    .array(
      z.object({
        TableName: z.string(),
        Count: z.number().nullish(),
        Size: z.number().nullish(),
        IndexCount: z.number().nullish(),
        IndexSize: z.number().nullish(),
      }),
    )
    .nullish(),
  Pager: z.object({ Total: z.number().nullish() }).nullish(),
  RequestId: z.string(),
});

export const createCollection = defineTool({
  name: 'createCollection',
  title: { en: 'Create collection', zh: '创建数据库集合' },
  description: {
    en: 'Creates a collection. One that exists already is left as it is, with exists: true.',
    zh: '创建集合。若集合已存在则不做更改，并返回 exists: true。',
  },
  hints: ENSURE,
  input: (t) =>
    z.object({
      collectionName: z
        .string()
        .regex(/^[A-Za-z0-9-][A-Za-z0-9_-]{0,95}$/)
        .describe(
          t(
            'Up to 96 letters, digits, _ and -; does not start with _',
            '最多 96 个字符，可用字母、数字、_ 和 -，不能以 _ 开头',
          ),
        ),
    }),
  output: z.object({ collectionName: z.string(), exists: z.boolean(), created: z.boolean(), requestId: z.string() }),
  run: async ({ collectionName: name }, work) => {
    const found = await findCollection(name, work);
    if (found !== undefined) {
      return { collectionName: name, exists: true, created: false, requestId: found.RequestId };
    }
    try {
      const { RequestId } = await requestDatabase('CreateTable', { TableName: name }, work);
      return { collectionName: name, exists: true, created: true, requestId: RequestId };
    } catch (error) {
      // Another client may have created it since the check.
      const now = error instanceof CloudBaseError ? await findCollection(name, work).catch(() => undefined) : undefined;
      if (now === undefined) throw error;
      return { collectionName: name, exists: true, created: false, requestId: now.RequestId };
    }
  },
});

export const checkCollectionExists = defineTool({
  name: 'checkCollectionExists',
  title: { en: 'Check whether a collection exists', zh: '检查集合是否存在' },
  description: {
    en: 'Tells whether a collection exists. A failure to ask is an error, not "no".',
    zh: '检查集合是否存在。无法查询时会报错，而不会返回“不存在”。',
  },
  hints: READ,
  input: (t) => z.object({ collectionName: collectionName(t) }),
  output: z.object({ exists: z.boolean(), requestId: z.string().optional() }),
  run: async ({ collectionName: name }, work) => {
    const found = await findCollection(name, work);
    return found === undefined ? { exists: false } : { exists: true, requestId: found.RequestId };
  },
});

export const describeCollection = defineTool({
  name: 'describeCollection',
  title: { en: 'Describe collection', zh: '查询集合详情' },
  description: { en: 'Lists the indexes of a collection.', zh: '查询集合的索引信息。' },
  hints: READ,
  input: (t) => z.object({ collectionName: collectionName(t) }),
  output: z.object({
    indexNum: z.number(),
    indexes: z.array(
      z.object({
        Name: z.string(),
        Unique: z.boolean(),
        Size: z.number(),
        Keys: z.array(z.object({ Name: z.string(), Direction: z.string() })),
      }),
    ),
    requestId: z.string(),
  }),
  run: async ({ collectionName: name }, work) => {
    const { Indexes, IndexNum, RequestId } = await getCollection(name, work);
    const indexes = (Indexes ?? []).map(({ Name, Unique, Size, Keys }) => ({
      Name,
      Unique: Unique ?? false,
      Size: Size ?? 0,
      Keys: Keys ?? [],
    }));
    return { indexNum: IndexNum ?? indexes.length, indexes, requestId: RequestId };
  },
});

export const listCollections = defineTool({
  name: 'listCollections',
  title: { en: 'List collections', zh: '获取集合列表' },
  description: { en: 'Lists the collections with their sizes.', zh: '列出数据库集合及其大小。' },
  hints: READ,
  input: (t) =>
    z.object({
      offset: z.int().min(0).optional().describe(t('How many to skip', '跳过的数量')),
      limit: z.int().min(1).max(1000).optional().describe(t('How many at most; default 100', '返回数量上限，默认 100')),
    }),
  output: z.object({
    collections: z.array(
      z.object({
        CollectionName: z.string(),
        Count: z.number(),
        Size: z.number(),
        IndexCount: z.number(),
        IndexSize: z.number(),
      }),
    ),
    total: z.number(),
    requestId: z.string(),
  }),
  run: async ({ offset = 0, limit = 100 }, work) => {
    const reply = await requestDatabase('ListTables', { MgoOffset: offset, MgoLimit: limit }, work);
    const { Tables, Pager, RequestId } = readReply(Listed, reply, work.t);
    const collections = (Tables ?? []).map(({ TableName, Count, Size, IndexCount, IndexSize }) => ({
      CollectionName: TableName,
      Count: Count ?? 0,
      Size: Size ?? 0,
      IndexCount: IndexCount ?? 0,
      IndexSize: IndexSize ?? 0,
    }));
    return { collections, total: Pager?.Total ?? offset + collections.length, requestId: RequestId };
  },
});

export const checkIndexExists = defineTool({
  name: 'checkIndexExists',
  title: { en: 'Check whether an index exists', zh: '检查索引是否存在' },
  description: {
    en: 'Tells whether a collection has an index. Fails where there is no such collection.',
    zh: '检查集合是否有某个索引。集合不存在时报错。',
  },
  hints: READ,
  input: (t) =>
    z.object({
      collectionName: collectionName(t),
      indexName: z.string().min(1).describe(t('Index', '索引名')),
    }),
  output: z.object({ exists: z.boolean(), requestId: z.string() }),
  run: async ({ collectionName: name, indexName }, work) => {
    const { Indexes, RequestId } = await getCollection(name, work);
    return { exists: (Indexes ?? []).some(({ Name }) => Name === indexName), requestId: RequestId };
  },
});

export const distribution = defineTool({
  name: 'distribution',
  title: { en: 'Query data distribution', zh: '查询数据分布' },
  description: {
    en: 'Shows how the data is distributed over the collections.',
    zh: '查询数据在各集合中的分布。',
  },
  hints: READ,
  output: z.object({ collections: z.array(z.unknown()), requestId: z.string() }),
  run: async (_, { cloud, signal, t }) => {
    const EnvId = await cloud.envId(signal);
    const reply = await cloud.api.request({
      service: 'tcb',
      action: 'DescribeDbDistribution',
      payload: { EnvId },
      signal,
    });
    const Distributed = z.object({ Collections: z.array(z.unknown()).nullish() });
    return { collections: readReply(Distributed, reply, t).Collections ?? [], requestId: reply.RequestId };
  },
});
