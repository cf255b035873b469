import * as z from 'zod';
import type { Bucket, ObjectStore } from '../../cloud/object-store.ts';
import { CloudBaseError, invalidArgument, partlyDone } from '../../errors.ts';
import { contentTypeOf } from '../../files/content-type.ts';
import { checkFileSize, findLocal, hasSameContent, toKey } from '../../files/local-file.ts';
import { type FileToPut, putUnlessSame } from '../../files/put-unless-same.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';

const URL_SECONDS = 3600;

const Metadata = z.object({ fileId: z.string(), cosFileId: z.string() });
const Urls = z.object({ download_list: z.array(z.object({ code: z.string().nullish(), download_url: z.string() })) });

export const uploadFile = defineTool({
  name: 'uploadFile',
  title: { en: 'Upload file to cloud storage', zh: '上传文件到云存储' },
  description: {
    en: 'Uploads a file to cloud storage, and returns an address that works for an hour. Overwriting needs a yes from the user.',
    zh: '将文件上传到云存储，并返回一小时内有效的访问链接。覆盖已有文件需要用户确认。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      localPath: z.string().min(1).describe(t('Local file', '本地文件')),
      cloudPath: z.string().min(1).describe(t('Path in the storage', '云存储中的路径')),
    }),
  output: z.object({
    cloudPath: z.string(),
    fileId: z.string(),
    fileSize: z.int(),
    uploaded: z.boolean(),
    temporaryUrl: z.string(),
    expiresInSeconds: z.int(),
  }),
  loss: async (args, work) => {
    const { path, size, key } = await planUpload(args, work);
    const { objects } = await getStorage(work);
    const object = await objects.head(key, work.signal);
    if (object === undefined || (await hasSameContent(path, size, object, work.signal))) return undefined;
    return {
      what: {
        en: `The file ${key} of the storage (${object.size} bytes) would be overwritten.`,
        zh: `云存储中的文件 ${key}（${object.size} 字节）将被覆盖。`,
      },
      instead: { en: 'Upload to another cloudPath to keep it.', zh: '可以上传到其他 cloudPath 以保留原文件。' },
    };
  },
  run: async (args, work) => {
    const { cloud, signal, t } = work;
    const { path, size, key } = await planUpload(args, work);
    const { bucket, objects } = await getStorage(work);
    const data = await cloud.admin('storage.getUploadMetadata', { path: key }, signal);
    const { fileId, cosFileId } = readReply(Metadata, data, t);
    const uploaded = await putUnlessSame({ key, path, size }, objects, {
      signal,
      contentType: contentTypeOf(key),
      // Marks the object as a file of the environment in CloudBase.
      headers: { 'x-cos-meta-fileid': cosFileId },
      ifAbsent: !work.isUnattended && work.accepted === undefined,
    });
    try {
      const { envId } = await cloud.environment(signal);
      const fileid = `cloud://${envId}.${bucket.name}/${key}`;
      const file_list = [{ fileid, max_age: URL_SECONDS }];
      const answer = await cloud.admin('storage.batchGetDownloadUrl', { file_list }, signal);
      const [first] = readReply(Urls, answer, t).download_list;
      if (!first?.download_url) {
        throw new CloudBaseError('UNEXPECTED_REPLY', t('Tencent gave no address.', '腾讯云未返回访问链接。'), {
          ...(first?.code && { cloudCode: first.code }),
        });
      }
      return {
        cloudPath: key,
        fileId,
        fileSize: size,
        uploaded,
        temporaryUrl: first.download_url,
        expiresInSeconds: URL_SECONDS,
      };
    } catch (error) {
      if (!(error instanceof CloudBaseError)) throw error;
      throw partlyDone(
        t(
          `The file is in the storage, but there is no temporary address for it: ${error.message}`,
          `文件已上传，但未能获取临时访问链接：${error.message}`,
        ),
        { cloudPath: key, fileId, fileSize: size },
        error,
      );
    }
  },
});

async function planUpload(
  { localPath, cloudPath }: { readonly localPath: string; readonly cloudPath: string },
  work: Work,
): Promise<FileToPut> {
  const { t } = work;
  const key = toKey('cloudPath', cloudPath, t);
  if (key === '' || cloudPath.endsWith('/')) {
    throw invalidArgument(t("'cloudPath' must name a file.", '“cloudPath”必须指定一个文件。'));
  }
  const { path, stats } = await findLocal(localPath, work);
  if (!stats.isFile()) {
    throw invalidArgument(
      t(`${path} is not a file. uploadFile takes one file.`, `${path} 不是文件，uploadFile 只能上传单个文件。`),
    );
  }
  checkFileSize(path, stats.size, t);
  return { path, size: stats.size, key };
}

async function getStorage({
  cloud,
  signal,
  t,
}: Work): Promise<{ readonly bucket: Bucket; readonly objects: ObjectStore }> {
  const { envId, storage } = await cloud.environment(signal);
  if (storage !== undefined) return { bucket: storage, objects: cloud.objects(storage) };
  throw new CloudBaseError(
    'NOT_FOUND',
    t(
      `Environment ${envId} has no cloud storage. Enable it in the CloudBase console first.`,
      `环境 ${envId} 没有云存储，请先在云开发控制台开通。`,
    ),
  );
}
