import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { CloudBaseError } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';

/** The effect of copying one file into the workspace. `same`: the file exists with the same content. */
export interface PlannedFile {
  readonly path: string;
  readonly effect: 'create' | 'replace' | 'same';
}

/**
 * Compares unpacked files with the workspace, and changes nothing. Throws NOT_ALLOWED if a link leads out of the workspace, and
 * ALREADY_EXISTS if a file and a folder have the same name.
 */
export async function planCopy(
  from: string,
  workspace: string,
  files: readonly string[],
  t: Translate,
): Promise<readonly PlannedFile[]> {
  const root = await realpath(workspace).catch(() => {
    throw new CloudBaseError(
      'NOT_FOUND',
      t(`The workspace ${workspace} does not exist.`, `工作区 ${workspace} 不存在。`),
    );
  });
  const checked = new Set<string>();
  const plan: PlannedFile[] = [];
  for (const path of files) {
    await checkParents(root, dirname(path), checked, t);
    const there = await lstat(join(root, path)).catch(() => undefined);
    if (there?.isDirectory())
      throw new CloudBaseError(
        'ALREADY_EXISTS',
        t(
          `${path} is a folder in the workspace. Nothing was written.`,
          `工作区中的 ${path} 是文件夹。未写入任何文件。`,
        ),
      );
    plan.push({
      path,
      effect:
        there === undefined
          ? 'create'
          : there.isFile() && (await isSame(join(from, path), join(root, path)))
            ? 'same'
            : 'replace',
    });
  }
  return plan;
}

/** Copies one file. Never writes through a link: a link is replaced itself. */
export async function copyInto(from: string, workspace: string, { path, effect }: PlannedFile): Promise<void> {
  const target = join(await realpath(workspace), path);
  await mkdir(dirname(target), { recursive: true });
  if (effect === 'create') return await copyFile(join(from, path), target, constants.COPYFILE_EXCL);
  const part = join(dirname(target), `.${randomBytes(8).toString('hex')}.part`);
  try {
    await copyFile(join(from, path), part, constants.COPYFILE_EXCL);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function checkParents(root: string, folder: string, checked: Set<string>, t: Translate): Promise<void> {
  if (folder === '.' || checked.has(folder)) return;
  await checkParents(root, dirname(folder), checked, t);
  checked.add(folder);
  const path = join(root, folder);
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined || there.isDirectory()) return;
  if (!there.isSymbolicLink())
    throw new CloudBaseError(
      'ALREADY_EXISTS',
      t(`${folder} is a file in the workspace. Nothing was written.`, `工作区中的 ${folder} 是文件。未写入任何文件。`),
    );
  const relativePath = relative(root, await realpath(path).catch(() => sep));
  if (relativePath === '..' || relativePath.startsWith(`..${sep}`) || relativePath.startsWith(sep))
    throw new CloudBaseError(
      'NOT_ALLOWED',
      t(
        `${folder} is a link that leads out of the workspace. Nothing was written.`,
        `${folder} 是指向工作区之外的链接。未写入任何文件。`,
      ),
    );
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([lstat(one), lstat(other)]);
  return first.size === second.size && (await readFile(one)).equals(await readFile(other));
}
