import { open, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import { decodeBase64 } from '../../files/decode-base64.ts';
import { findLocal } from '../../files/local-file.ts';
import { type FoundFile, walkFolder } from '../../files/walk-folder.ts';
import type { Work } from '../../tools/define-tool.ts';

/** The size limit of an inline package. */
const MAX_PACKAGE_BYTES = 1.5 * 1024 * 1024;
/** The limit before packing; a larger folder is probably not a function. */
const MAX_SOURCE_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 2_000;
/** The default folders of functions. */
const DEFAULT_ROOTS = ['cloudfunctions', 'functions'];
const ALWAYS_IGNORED = ['.git', '.DS_Store'];
/** A constant file time, so that the same files create the same package. */
const TIME = new Date(Date.UTC(2000, 0, 1));

export interface PackageOptions {
  readonly name: string;
  readonly functionRootPath?: string | undefined;
  readonly handler: string;
  readonly runtime: string;
  /** Skipped if Tencent installs the dependencies. */
  readonly installDependency: boolean;
  readonly ignore?: string | readonly string[] | undefined;
}

/** Packs the folder of a function as base64. Throws INVALID_ARGUMENT and TOO_LARGE. */
export async function packFunction(options: PackageOptions, work: Work): Promise<string> {
  const { t, signal } = work;
  const { installDependency, ignore = [] } = options;
  const folder = await findFolder(options, work);
  const globs = [
    ...ALWAYS_IGNORED,
    ...(installDependency ? ['node_modules'] : []),
    ...(typeof ignore === 'string' ? [ignore] : ignore),
  ];
  const files = await walkFolder(folder, { ignore: globs, maxFiles: MAX_FILES, signal, t });
  checkHandler(files, folder, options, work);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_SOURCE_BYTES) throw tooLarge(bytes, MAX_SOURCE_BYTES, work);
  return checkSize(await zip(files), work).toString('base64');
}

/** Checks a package from the caller. Throws INVALID_ARGUMENT and TOO_LARGE. */
export function checkPackage(zipFile: string, work: Work): string {
  const data = checkSize(decodeBase64('zipFile', zipFile, work.t), work);
  if (data.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') {
    throw invalidArgument(work.t('zipFile is not a zip file.', 'zipFile 不是 zip 文件。'));
  }
  return data.toString('base64');
}

async function findFolder({ name, functionRootPath }: PackageOptions, work: Work): Promise<string> {
  const { t, workspace } = work;
  const root = functionRootPath ?? (await findDefaultRoot(workspace));
  if (root === undefined) {
    throw invalidArgument(
      t(
        `Give functionRootPath: the workspace ${workspace} has no folder ${DEFAULT_ROOTS.join(' or ')}.`,
        `请提供 functionRootPath：工作区 ${workspace} 中没有 ${DEFAULT_ROOTS.join(' 或 ')} 文件夹。`,
      ),
    );
  }
  // Some callers pass the folder of the function itself.
  const given = resolve(workspace, root);
  const parent = basename(given) === name ? dirname(given) : given;
  const { path, stats } = await findLocal(join(parent, name), work);
  if (stats.isDirectory()) return path;
  throw invalidArgument(t(`${path} is not a folder.`, `${path} 不是文件夹。`));
}

async function findDefaultRoot(workspace: string): Promise<string | undefined> {
  for (const name of DEFAULT_ROOTS) {
    const path = join(workspace, name);
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return path;
  }
  return undefined;
}

/** Checks for the handler's file here, because its absence would show only at the first call. */
function checkHandler(
  files: readonly FoundFile[],
  folder: string,
  { handler, runtime }: PackageOptions,
  { t }: Work,
): void {
  if (!runtime.startsWith('Nodejs')) return;
  const file = handler.slice(0, handler.lastIndexOf('.'));
  if (files.some(({ relativePath }) => ['.js', '.cjs', '.mjs'].some((end) => relativePath === `${file}${end}`))) return;
  throw invalidArgument(
    t(
      `${folder} has no ${file}.js, which the handler ${handler} needs.`,
      `${folder} 中没有处理函数 ${handler} 所需的 ${file}.js。`,
    ),
  );
}

async function zip(files: readonly FoundFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { path, relativePath, mode } of files) {
    // Sequential, and each file is read whole: the sizes are limited.
    const handle = await open(path, 'r');
    try {
      const executable = (mode & 0o100) !== 0 ? 0o755 : 0o644;
      archive.addBuffer(await handle.readFile(), relativePath, { mtime: TIME, mode: 0o100000 | executable });
    } finally {
      await handle.close();
    }
  }
  archive.end();
  return buffer(archive.outputStream);
}

function checkSize(data: Buffer, work: Work): Buffer {
  if (data.length > MAX_PACKAGE_BYTES) throw tooLarge(data.length, MAX_PACKAGE_BYTES, work);
  return data;
}

const tooLarge = (bytes: number, limit: number, { t }: Work): CloudBaseError =>
  new CloudBaseError(
    'TOO_LARGE',
    t(
      `The package has ${bytes} bytes, and the limit is ${limit}. Leave files out with ignore, and let Tencent install dependencies with installDependency.`,
      `代码包为 ${bytes} 字节，上限为 ${limit} 字节。请用 ignore 排除文件，并用 installDependency 让云端安装依赖。`,
    ),
    { limitBytes: limit },
  );
