import * as z from 'zod';
import { CloudBaseError } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';
import type { Work } from '../../tools/define-tool.ts';
import { readReply } from '../../tools/read-reply.ts';
import { isMissingCollection, requestDatabase } from './database-api.ts';

export const collectionName = (t: Translate) => z.string().min(1).max(200).describe(t('Collection', '集合名称'));

const RawIndex = z.object({
  Name: z.string(),
  Size: z.number().nullish(),
  Unique: z.boolean().nullish(),
  Keys: z.array(z.object({ Name: z.string(), Direction: z.coerce.string() })).nullish(),
});
const Described = z.object({
  IndexNum: z.number().nullish(),
  Indexes: z.array(RawIndex).nullish(),
  RequestId: z.string(),
});
/** `undefined` if there is no such collection. */
export async function findCollection(name: string, work: Work): Promise<z.output<typeof Described> | undefined> {
  try {
    return readReply(Described, await requestDatabase('DescribeTable', { TableName: name }, work), work.t);
  } catch (error) {
    if (isMissingCollection(error)) return undefined;
    throw error;
  }
}

/** Throws NOT_FOUND. */
export async function getCollection(name: string, work: Work): Promise<z.output<typeof Described>> {
  const found = await findCollection(name, work);
  if (found !== undefined) return found;
  throw new CloudBaseError(
    'NOT_FOUND',
    work.t(
      `There is no collection '${name}'. listCollections names those that exist, createCollection makes one.`,
      `集合“${name}”不存在。可用 listCollections 查看已有集合，用 createCollection 新建。`,
    ),
  );
}
