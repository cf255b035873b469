import * as z from 'zod';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import { toKey } from '../../files/local-file.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { DELETE, READ } from '../../tools/hints.ts';
import { getStaticStore } from './static-store.ts';

/** The maximum number of objects in one delete request. */
const BATCH = 500;
/** The maximum number of objects that one call deletes. */
const MAX_BATCHES = 400;
const SHOWN = 100;

export const getWebsiteConfig = defineTool({
  name: 'getWebsiteConfig',
  title: { en: 'Get static hosting config', zh: '获取静态托管配置' },
  description: {
    en: 'Reads the index document, error document and routing rules of static hosting.',
    zh: '查询静态网站托管的默认首页、错误页和路由规则。',
  },
  hints: READ,
  output: z.object({
    configured: z.boolean(),
    staticDomain: z.string(),
    indexDocument: z.string().optional(),
    errorDocument: z.string().optional(),
    routingRules: z.array(z.record(z.string(), z.unknown())),
  }),
  run: async (_, work) => {
    const { objects, domain } = await getStaticStore(work);
    const website = await objects.website(work.signal);
    if (website === undefined) return { configured: false, staticDomain: domain, routingRules: [] };
    const { indexDocument, errorDocument, routingRules } = website;
    return {
      configured: true,
      staticDomain: domain,
      indexDocument,
      ...(errorDocument !== undefined && { errorDocument }),
      routingRules: [...routingRules],
    };
  },
});

export const deleteFiles = defineTool({
  name: 'deleteFiles',
  title: { en: 'Delete static hosting files', zh: '删除静态托管文件' },
  description: {
    en: 'Deletes a file, or a folder with isDir, from static hosting. Deleting the whole site needs a yes from the user.',
    zh: '从静态网站托管删除一个文件；isDir 为 true 时删除整个文件夹。删除整个站点需要用户确认。',
  },
  hints: DELETE,
  input: (t) =>
    z.object({
      cloudPath: z.string().describe(t('Path on the site', '站点中的路径')),
      isDir: z.boolean().optional().describe(t('Whether it is a folder', '是否为文件夹')),
    }),
  output: z.object({ deletedCount: z.int(), deleted: z.array(z.string()) }),
  loss: async ({ cloudPath, isDir = false }, work) => {
    if (!isDir || toKey('cloudPath', cloudPath, work.t) !== '') return undefined;
    const { domain } = await getStaticStore(work);
    return {
      what: {
        en: `Every file of the site ${domain} would be deleted.`,
        zh: `站点 ${domain} 的所有文件都将被删除。`,
      },
      instead: { en: 'Name one file or folder in cloudPath.', zh: '可以在 cloudPath 中指定某个文件或文件夹。' },
    };
  },
  run: async ({ cloudPath, isDir = false }, work) => {
    const { t, signal, progress } = work;
    const key = toKey('cloudPath', cloudPath, t);
    if (key === '' && !isDir) {
      throw invalidArgument(t("'cloudPath' must name a file.", '“cloudPath”必须指定一个文件。'));
    }
    const { objects } = await getStaticStore(work);
    const deleted: string[] = [];
    const remove = async (keys: readonly string[]): Promise<void> => {
      const result = await objects.remove(keys, signal);
      deleted.push(...result.deleted);
      const [first] = result.failed;
      if (first === undefined) return;
      throw new CloudBaseError(
        deleted.length > 0 ? 'PARTLY_DONE' : 'CLOUD_ERROR',
        t(
          `${deleted.length} files were deleted, ${result.failed.length} were not, the first (${first.key}) with: ${first.message}`,
          `已删除 ${deleted.length} 个文件，${result.failed.length} 个删除失败，首个失败（${first.key}）：${first.message}`,
        ),
        { cloudCode: first.code, failed: result.failed.slice(0, SHOWN).map((each) => each.key) },
      );
    };
    if (!isDir) {
      if ((await objects.head(key, signal)) !== undefined) await remove([key]);
      return { deletedCount: deleted.length, deleted };
    }
    const prefix = key === '' ? '' : `${key}/`;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const page = await objects.list({ prefix, maxKeys: BATCH, signal });
      if (page.objects.length === 0) return { deletedCount: deleted.length, deleted: deleted.slice(0, SHOWN) };
      await remove(page.objects.map((object) => object.key));
      await progress({ progress: deleted.length, message: prefix });
    }
    throw new CloudBaseError(
      'PARTLY_DONE',
      t(
        `${deleted.length} files were deleted, and there are more. Call again to delete the rest.`,
        `已删除 ${deleted.length} 个文件，仍有剩余，请再次调用以删除其余文件。`,
      ),
    );
  },
});

export const findFiles = defineTool({
  name: 'findFiles',
  title: { en: 'Search static hosting files', zh: '查找静态托管文件' },
  description: { en: 'Lists the files of a folder of static hosting.', zh: '列出静态网站托管某个文件夹下的文件。' },
  hints: READ,
  input: (t) =>
    z.object({
      prefix: z.string().describe(t('Folder; empty for the whole site', '文件夹，空字符串表示整个站点')),
      marker: z.string().optional().describe(t('nextMarker of the previous page', '上一页的 nextMarker')),
      maxKeys: z.int().min(1).max(1000).optional().describe(t('Page size; default 100', '每页数量，默认 100')),
    }),
  output: z.object({
    files: z.array(z.object({ key: z.string(), size: z.number(), lastModified: z.string(), etag: z.string() })),
    nextMarker: z.string().optional(),
  }),
  run: async ({ prefix, marker, maxKeys = 100 }, work) => {
    const { objects } = await getStaticStore(work);
    const folder = toKey('prefix', prefix, work.t);
    const { objects: files, nextMarker } = await objects.list({
      prefix: folder === '' ? '' : `${folder}/`,
      maxKeys,
      ...(marker !== undefined && { marker }),
      signal: work.signal,
    });
    return { files: [...files], ...(nextMarker !== undefined && { nextMarker }) };
  },
});
