import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createAddressPolicy } from '../../download/address-policy.ts';
import { download } from '../../download/download.ts';
import { CloudBaseError } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import { unzip } from './unzip.ts';
import { copyInto, type PlannedFile, planCopy } from './workspace.ts';

const ARCHIVES = {
  react: 'web-cloudbase-react-template',
  vue: 'web-cloudbase-vue-template',
  miniprogram: 'miniprogram-cloudbase-miniprogram-template',
  uniapp: 'universal-cloudbase-uniapp-template',
  rules: 'web-cloudbase-project',
} as const;
type Template = keyof typeof ARCHIVES;

/** The maximum number of paths in a result or a question. */
const MAX_NAMED = 50;
const MAX_ASKED = 10;
/** The cache lifetime of an archive, so that the question and the work after the answer use the same files. */
const FRESH_MS = 30 * 60_000;

export const downloadTemplate = defineTool({
  name: 'downloadTemplate',
  title: { en: 'Download project template', zh: '下载项目模板' },
  description: {
    en: 'Unpacks a CloudBase project template into the workspace. Existing files are kept unless overwrite is set and the user agrees.',
    zh: '将云开发项目模板解压到工作区。默认保留已有文件；设置 overwrite 且用户同意后才会覆盖。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      template: z.enum(['react', 'vue', 'miniprogram', 'uniapp', 'rules']).describe(t('Template', '模板')),
      overwrite: z.boolean().optional().describe(t('Replace existing files', '覆盖已有文件')),
    }),
  output: z.object({
    workspace: z.string(),
    created: z.number(),
    overwritten: z.number(),
    skipped: z.number(),
    files: z.array(z.string()),
  }),
  loss: async ({ template, overwrite = false }, work) => {
    if (!overwrite) return undefined;
    const replaced = await withTemplate(template, work, async (plan) => plan.filter(isReplaced));
    if (replaced.length === 0) return undefined;
    const names = replaced.slice(0, MAX_ASKED).map(({ path }) => path);
    const more = replaced.length - names.length;
    return {
      what: {
        en: `${replaced.length} ${replaced.length === 1 ? 'file' : 'files'} of the workspace would be overwritten: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
        zh: `工作区中的 ${replaced.length} 个文件将被覆盖：${names.join('、')}${more > 0 ? `，以及另外 ${more} 个` : ''}。`,
      },
      instead: {
        en: 'Call it without overwrite to add the missing files only.',
        zh: '不设置 overwrite 即可只添加缺少的文件。',
      },
    };
  },
  run: async ({ template, overwrite = false }, work) =>
    withTemplate(template, work, async (plan, folder) => {
      const { workspace, signal, t } = work;
      const wanted = plan.filter((one) => one.effect === 'create' || (overwrite && isReplaced(one)));
      const done: PlannedFile[] = [];
      try {
        for (const one of wanted) {
          signal.throwIfAborted();
          await copyInto(folder, workspace, one);
          done.push(one);
        }
      } catch (error) {
        if (done.length === 0) throw error;
        throw new CloudBaseError(
          'PARTLY_DONE',
          t(
            `${done.length} of ${wanted.length} files were written. Call it again to add the others.`,
            `已写入 ${done.length}/${wanted.length} 个文件，请再次调用以补齐其余文件。`,
          ),
          { written: done.length, of: wanted.length },
        );
      }
      return {
        workspace,
        created: done.filter(({ effect }) => effect === 'create').length,
        overwritten: done.filter(isReplaced).length,
        skipped: plan.length - done.length,
        files: done.slice(0, MAX_NAMED).map(({ path }) => path),
      };
    }),
});

const isReplaced = ({ effect }: PlannedFile): boolean => effect === 'replace';

/** Unpacks a template to a temporary folder while `use` runs. Only `use` writes to the workspace. */
async function withTemplate<Value>(
  template: Template,
  work: Work,
  use: (plan: readonly PlannedFile[], folder: string) => Promise<Value>,
): Promise<Value> {
  const { temporary, workspace, t, signal } = work;
  const archive = await fetchArchive(template, work);
  const folder = await mkdtemp(join(temporary, 'unpacked-'));
  try {
    const files = await unzip(archive, folder, { t, signal });
    return await use(await planCopy(folder, workspace, files, t), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchArchive(template: Template, { temporary, endpoints, mayReachPrivate, t, signal }: Work) {
  const folder = join(temporary, 'templates');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const archive = join(folder, `${template}.zip`);
  const kept = await stat(archive).catch(() => undefined);
  if (kept !== undefined && Date.now() - kept.mtimeMs < FRESH_MS) return archive;
  const part = join(folder, `${randomBytes(16).toString('hex')}.part`);
  const address = new URL(`${ARCHIVES[template]}.zip`, endpoints.templates).href;
  await download(address, part, { policy: createAddressPolicy({ t, mayReachPrivate }), t, signal });
  await rename(part, archive);
  return archive;
}
