import * as z from 'zod';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD, DELETE, READ } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';
import { collectionName } from './collections.ts';
import { requestDatabase } from './database-api.ts';
import { type Fields, isFields, MAX_JSON_BYTES, parseObject, parseObjectOrList } from './ejson.ts';
import { lossOfUpdate, narrowToLost, narrowToSafe } from './loss-of-update.ts';

/** The maximum number of documents, to limit the size of results. */
const MAX_QUERIED = 1000;
const MAX_INSERTED = 1000;

const Inserted = z.object({ InsertedIds: z.array(z.coerce.string()).nullish() });
const Queried = z.object({
  Data: z.array(z.string()).nullish(),
  Pager: z.object({ Total: z.number().nullish() }).nullish(),
  RequestId: z.string(),
});
const Updated = z.object({
  ModifiedNum: z.number().nullish(),
  MatchedNum: z.number().nullish(),
  UpsertedId: z.string().nullish(),
});
const Deleted = z.object({ Deleted: z.number().nullish() });

const filter = (t: Translate) => z.string().describe(t('MongoDB filter as JSON', 'MongoDB 查询条件（JSON）'));

export const insertDocuments = defineTool({
  name: 'insertDocuments',
  title: { en: 'Insert documents', zh: '插入文档' },
  description: { en: 'Inserts documents into a collection.', zh: '向集合插入文档。' },
  hints: ADD,
  input: (t) =>
    z.object({
      collectionName: collectionName(t),
      documents: z
        .array(z.string())
        .min(1)
        .max(MAX_INSERTED)
        .describe(t('Each a document as JSON or extended JSON', '每项为一个文档（JSON 或扩展 JSON）')),
    }),
  output: z.object({ insertedIds: z.array(z.string()), insertedCount: z.int(), requestId: z.string() }),
  run: async ({ collectionName: name, documents }, work) => {
    const { t } = work;
    for (const [index, text] of documents.entries()) parseObject(`documents[${index}]`, text, t);
    const bytes = documents.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > MAX_JSON_BYTES) {
      throw new CloudBaseError(
        'TOO_LARGE',
        t(
          `The documents take ${bytes} bytes, and one call takes ${MAX_JSON_BYTES}. Insert fewer at once.`,
          `这些文档共 ${bytes} 字节，单次最多 ${MAX_JSON_BYTES} 字节，请分批插入。`,
        ),
      );
    }
    const reply = await requestDatabase('PutItem', { TableName: name, MgoDocs: documents }, work);
    const insertedIds = readReply(Inserted, reply, t).InsertedIds ?? [];
    return { insertedIds, insertedCount: insertedIds.length, requestId: reply.RequestId };
  },
});

export const queryDocuments = defineTool({
  name: 'queryDocuments',
  title: { en: 'Query documents', zh: '查询文档' },
  description: {
    en: 'Finds documents of a collection. Each comes as a string of extended JSON.',
    zh: '查询集合中的文档，每个文档以扩展 JSON 字符串返回。',
  },
  hints: READ,
  input: (t) =>
    z.object({
      collectionName: collectionName(t),
      query: filter(t).optional(),
      projection: z.string().optional().describe(t('Fields to return, as JSON', '返回字段（JSON）')),
      sort: z.string().optional().describe(t('Order as JSON: {"age":-1}', '排序（JSON），如 {"age":-1}')),
      limit: z
        .int()
        .min(1)
        .max(MAX_QUERIED)
        .optional()
        .describe(t('How many at most; default 100', '返回数量上限，默认 100')),
      offset: z.int().min(0).optional().describe(t('How many to skip', '跳过的数量')),
    }),
  output: z.object({
    data: z.array(z.string()),
    total: z.int().optional(),
    requestId: z.string(),
  }),
  run: async ({ collectionName: name, query = '{}', projection, sort, limit = 100, offset = 0 }, work) => {
    const { t } = work;
    parseObject('query', query, t);
    if (projection !== undefined) parseObject('projection', projection, t);
    if (sort !== undefined) parseObjectOrList('sort', sort, t);
    const found = await find(name, work, {
      MgoQuery: query,
      MgoProjection: projection,
      MgoSort: sort,
      MgoLimit: limit,
      MgoOffset: offset,
    });
    return {
      data: found.Data ?? [],
      ...(typeof found.Pager?.Total === 'number' && { total: found.Pager.Total }),
      requestId: found.RequestId,
    };
  },
});

export const updateDocuments = defineTool({
  name: 'updateDocuments',
  title: { en: 'Update documents', zh: '更新文档' },
  description: {
    en: 'Updates the first match, or all with isMulti. Overwriting or removing existing values needs a yes from the user.',
    zh: '更新首个匹配的文档；isMulti 为 true 时更新全部。覆盖或移除已有的值需要用户确认。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      collectionName: collectionName(t),
      query: filter(t),
      update: z.string().describe(t('Update operators as JSON: {"$set":{…}}', '更新操作符（JSON），如 {"$set":{…}}')),
      isMulti: z.boolean().optional().describe(t('Update all matches', '更新所有匹配的文档')),
      upsert: z.boolean().optional().describe(t('Insert where nothing matches', '无匹配时插入')),
    }),
  output: z.object({
    matchedCount: z.int(),
    modifiedCount: z.int(),
    upsertedId: z.string().optional(),
    requestId: z.string(),
  }),
  loss: async ({ collectionName: name, query, update, isMulti = false }, work) => {
    const { t } = work;
    const isEverything = Object.keys(parseObject('query', query, t)).length === 0;
    const lost = lossOfUpdate(parseObjectOrList('update', update, t));
    if (lost.kind === 'nothing') return undefined;
    const matches = await count(name, narrowToLost(query, lost), work);
    if (matches === 0) return undefined;
    const fields = lost.kind === 'fields' ? lost.paths.join(', ') : undefined;
    const many = isMulti ? matches : 1;
    const isWhole = isMulti && isEverything;
    const inEn = `${many} ${many === 1 ? 'document' : 'documents'} of collection '${name}'${isWhole ? ' (the whole collection)' : ''}`;
    const inZh = `集合“${name}”的 ${many} 个文档${isWhole ? '（整个集合）' : ''}`;
    return {
      what: {
        en: `Existing values${fields === undefined ? '' : ` of ${fields}`} in ${inEn} would be overwritten or removed.`,
        zh: `${inZh}中${fields === undefined ? '' : ` ${fields} `}已有的值将被覆盖或移除。`,
      },
      instead: {
        en: 'Insert new documents with insertDocuments, or set fields that the documents do not have yet.',
        zh: '可以用 insertDocuments 插入新文档，或只设置文档尚未拥有的字段。',
      },
    };
  },
  run: async ({ collectionName: name, query, update, isMulti, upsert }, work) => {
    const { t, accepted, isUnattended } = work;
    parseObject('query', query, t);
    const lost = lossOfUpdate(parseObjectOrList('update', update, t));
    const mayLose = isUnattended || accepted !== undefined;
    if (!mayLose && lost.kind === 'everything' && upsert !== true) {
      // No document matched when the loss was checked. The update could overwrite a document that was added since.
      const { RequestId } = await find(name, work, { MgoQuery: query, MgoLimit: 1 });
      return { matchedCount: 0, modifiedCount: 0, requestId: RequestId };
    }
    const reply = await requestDatabase(
      'UpdateItem',
      {
        TableName: name,
        MgoQuery: mayLose ? query : narrowToSafe(query, lost),
        MgoUpdate: update,
        MgoIsMulti: isMulti,
        MgoUpsert: upsert,
      },
      work,
    );
    const { MatchedNum, ModifiedNum, UpsertedId } = readReply(Updated, reply, t);
    return {
      matchedCount: MatchedNum ?? 0,
      modifiedCount: ModifiedNum ?? 0,
      ...(UpsertedId && { upsertedId: UpsertedId }),
      requestId: reply.RequestId,
    };
  },
});

export const deleteDocuments = defineTool({
  name: 'deleteDocuments',
  title: { en: 'Delete documents', zh: '删除文档' },
  description: {
    en: 'Deletes all matches with isMulti: true, or the one document whose _id the query gives. There is no "first match": a repeat would delete another one.',
    zh: 'isMulti 为 true 时删除所有匹配的文档，否则查询条件须指定 _id 以删除一个文档。不支持“删除首个匹配”，因为重复调用会继续删除其他文档。',
  },
  hints: DELETE,
  input: (t) =>
    z.object({
      collectionName: collectionName(t),
      query: filter(t),
      isMulti: z.boolean().optional().describe(t('Delete all matches', '删除所有匹配的文档')),
    }),
  output: z.object({ deleted: z.int(), requestId: z.string() }),
  run: async ({ collectionName: name, query, isMulti = false }, work) => {
    const { t } = work;
    if (!namesOneDocument(parseObject('query', query, t)) && !isMulti) {
      throw invalidArgument(
        t(
          'Set isMulti: true to delete all matches, or give the _id of one document: {"_id":"…"}.',
          '请设置 isMulti: true 以删除所有匹配的文档，或用 {"_id":"…"} 指定一个文档。',
        ),
      );
    }
    const payload = { TableName: name, MgoQuery: query, MgoIsMulti: isMulti };
    const reply = await requestDatabase('DeleteItem', payload, work);
    return { deleted: readReply(Deleted, reply, t).Deleted ?? 0, requestId: reply.RequestId };
  },
});

async function find(
  name: string,
  work: Work,
  payload: Readonly<Record<string, unknown>>,
): Promise<z.output<typeof Queried>> {
  return readReply(Queried, await requestDatabase('QueryRecords', { TableName: name, ...payload }, work), work.t);
}

/** Counts matches with a query for one document, which also works if the service sends no total. */
async function count(name: string, query: string, work: Work): Promise<number> {
  const { Data, Pager } = await find(name, work, { MgoQuery: query, MgoLimit: 1, MgoOffset: 0 });
  const sample = Data?.length ?? 0;
  return sample === 0 ? 0 : Math.max(sample, Pager?.Total ?? 0);
}

/** Whether the query selects a single `_id`. */
function namesOneDocument(query: Fields): boolean {
  const id = query['_id'];
  if (id === undefined || id === null || id instanceof RegExp) return false;
  if (!isFields(id)) return typeof id !== 'object' || !Array.isArray(id);
  const operators = Object.keys(id).filter((key) => key.startsWith('$'));
  return operators.length === 0 || operators.includes('$eq');
}
