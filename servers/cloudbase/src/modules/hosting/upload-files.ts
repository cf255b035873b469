import * as z from 'zod';
import type { ObjectStore } from '../../cloud/object-store.ts';
import { CloudBaseError } from '../../errors.ts';
import { contentTypeOf } from '../../files/content-type.ts';
import { putUnlessSame } from '../../files/put-unless-same.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import { getStaticStore } from './static-store.ts';
import { commonFolder, findOverwritten, planUpload, type Upload } from './upload-plan.ts';

const CONCURRENCY = 4;
/** The number of names to show; the rest is counted. */
const SHOWN = 20;

export const uploadFiles = defineTool({
  name: 'uploadFiles',
  title: { en: 'Upload files to static hosting', zh: '上传文件到静态托管' },
  description: {
    en: 'Uploads a file, a folder or a list of files to static hosting. Overwriting needs a yes from the user.',
    zh: '将文件、文件夹或文件列表上传到静态网站托管。覆盖已有文件需要用户确认。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      localPath: z.string().min(1).optional().describe(t('Local file or folder', '本地文件或文件夹')),
      cloudPath: z.string().optional().describe(t('Path on the site', '站点中的路径')),
      files: z
        .array(
          z.object({
            localPath: z.string().min(1).describe(t('Local file or folder', '本地文件或文件夹')),
            cloudPath: z.string().describe(t('Path on the site', '站点中的路径')),
          }),
        )
        .optional()
        .describe(t('Several at once', '批量上传的文件')),
      ignore: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .describe(t('Globs to skip in folders', '文件夹中要忽略的 glob 规则')),
    }),
  output: z.object({
    uploaded: z.int(),
    unchanged: z.int(),
    totalBytes: z.int(),
    staticDomain: z.string(),
    accessUrl: z.string(),
    urls: z.array(z.string()),
  }),
  loss: async (args, work) => {
    const { objects } = await getStaticStore(work);
    const lost = await findOverwritten(await planUpload(args, work), objects, work.signal);
    if (lost.length === 0) return undefined;
    const names = lost.slice(0, SHOWN).join(', ');
    const more = lost.length - SHOWN;
    return {
      what: {
        en: `${lost.length} ${lost.length === 1 ? 'file' : 'files'} of the site would be overwritten: ${names}${more > 0 ? ` and ${more} more` : ''}.`,
        zh: `站点中的 ${lost.length} 个文件将被覆盖：${names}${more > 0 ? ` 等（另有 ${more} 个）` : ''}。`,
      },
      instead: {
        en: 'Upload to another cloudPath to keep them.',
        zh: '可以上传到其他 cloudPath 以保留这些文件。',
      },
      items: new Set(lost),
    };
  },
  run: async (args, work) => {
    const { t } = work;
    const { objects, domain, urlOf } = await getStaticStore(work);
    const uploads = await planUpload(args, work);
    const { done, unchanged, failed } = await uploadAll(uploads, objects, work);
    const [first] = failed;
    if (first !== undefined) {
      if (done.length + unchanged === 0) throw first.error;
      throw new CloudBaseError(
        'PARTLY_DONE',
        t(
          `${done.length} of ${uploads.length} files were uploaded. ${failed.length} failed, the first one (${first.key}) with: ${first.error.message}`,
          `已上传 ${uploads.length} 个文件中的 ${done.length} 个，${failed.length} 个失败。首个失败（${first.key}）：${first.error.message}`,
        ),
        {
          uploaded: done.length,
          unchanged,
          failed: failed.slice(0, SHOWN).map(({ key, error }) => ({ key, code: error.code })),
        },
      );
    }
    const [only] = uploads;
    const shared = commonFolder(uploads.map(({ key }) => key));
    return {
      uploaded: done.length,
      unchanged,
      totalBytes: done.reduce((sum, { size }) => sum + size, 0),
      staticDomain: domain,
      accessUrl: urlOf(uploads.length === 1 && only !== undefined ? only.key : shared),
      urls: uploads.slice(0, SHOWN).map(({ key }) => urlOf(key)),
    };
  },
});

interface Uploaded {
  readonly done: readonly Upload[];
  readonly unchanged: number;
  readonly failed: readonly { readonly key: string; readonly error: CloudBaseError }[];
}

/** Uploads a few files at a time. A failure does not stop the others. */
async function uploadAll(uploads: readonly Upload[], objects: ObjectStore, work: Work): Promise<Uploaded> {
  const { signal, progress } = work;
  const done: Upload[] = [];
  const failed: { readonly key: string; readonly error: CloudBaseError }[] = [];
  let unchanged = 0;
  const queue = uploads.values();
  const next = async (): Promise<void> => {
    for (const upload of queue) {
      signal.throwIfAborted();
      try {
        if (await uploadOne(upload, objects, work)) done.push(upload);
        else unchanged++;
      } catch (error) {
        if (!(error instanceof CloudBaseError)) throw error;
        failed.push({ key: upload.key, error });
      }
      const finished = done.length + unchanged + failed.length;
      await progress({ progress: finished, total: uploads.length, message: upload.key });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
  return { done, unchanged, failed };
}

/** `false` if the object exists with the same content. Overwrites only files that were named in the question. */
function uploadOne(upload: Upload, objects: ObjectStore, { signal, isUnattended, accepted }: Work): Promise<boolean> {
  const ifAbsent = !isUnattended && accepted?.items?.has(upload.key) !== true;
  return putUnlessSame(upload, objects, { signal, contentType: contentTypeOf(upload.key), ifAbsent });
}
